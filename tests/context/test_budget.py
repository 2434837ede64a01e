import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.context.budget import CHARS, TOKENS, Budget, parse_budget, share_out
from daykeep.errors import UsageError


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("12000 tokens", (12_000, TOKENS)),
        ("12000", (12_000, TOKENS)),
        ("12,000 Token", (12_000, TOKENS)),
        ("12_000t", (12_000, TOKENS)),
        ("12k tokens", (12_000, TOKENS)),
        (" 40000 chars ", (40_000, CHARS)),
        ("40K characters", (40_000, CHARS)),
    ],
)
def test_budget_is_an_amount_with_a_unit(text, budget):
    assert parse_budget(text) == budget


@pytest.mark.parametrize(
    "text", ["", "many", "12000 bytes", "-5 tokens", "1.5k", "tokens", "9" * 40, "１２０００"]
)
def test_text_that_is_no_budget_is_a_usage_error(text):
    with pytest.raises(UsageError, match="is no budget"):
        parse_budget(text)


@pytest.mark.parametrize("text", ["0", "799 tokens", "2999 chars", "0k chars"])
def test_budget_too_small_for_a_packets_frame_is_a_usage_error(text):
    with pytest.raises(UsageError, match="too small"):
        parse_budget(text)


def test_cost_is_in_the_budgets_unit():
    assert Budget(1000, CHARS).cost("先检查锁") == 4
    assert Budget(1000, TOKENS).cost("check the lock file") == 5


NEEDS = st.lists(st.tuples(st.integers(1, 9), st.integers(0, 5000)), max_size=12)


@given(amount=st.integers(0, 20_000), needs=NEEDS)
def test_nobody_gets_more_than_the_need_and_all_together_no_more_than_there_is(amount, needs):
    given_out = share_out(amount, needs)
    assert all(0 <= part <= need for part, (_, need) in zip(given_out, needs, strict=True))
    assert sum(given_out) == min(amount, sum(need for _, need in needs))


@given(amount=st.integers(100, 20_000), needs=NEEDS)
def test_everybody_gets_at_least_the_weighted_share_or_the_need(amount, needs):
    total = sum(weight for weight, need in needs if need) or 1
    for part, (weight, need) in zip(share_out(amount, needs), needs, strict=True):
        assert part >= min(need, amount * weight // total)
