"""Which prices a model has."""

import pytest

from daykeep.triage.economics.prices import find_prices


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("claude-opus-4-5", "anthropic"),
        ("us.anthropic.claude-sonnet-5-v1:0", "anthropic"),
        ("gpt-5", "openai"),
        ("gpt-5.6-codex", "openai-5.6"),
        ("deepseek-chat", "deepseek"),
        ("gemini-3-pro", "gemini"),
        ("llama-3.3", "none"),
        ("", "none"),
    ],
)
def test_a_model_is_known_by_its_name(model, name):
    assert find_prices("auto", model).name == name


def test_a_named_book_wins_over_the_model():
    assert find_prices("anthropic-1h", "gpt-5").ttl_seconds == 3600


def test_a_name_that_the_book_does_not_have_is_an_error():
    with pytest.raises(KeyError):
        find_prices("acme")
