"""One conversation looked at as a whole: whose rules, whose window, what it holds beside its messages."""

from __future__ import annotations

from daykeep.config import Source, load_settings
from daykeep.context.compaction.around import ClaudeSetup
from daykeep.context.compaction.check import check_conversation, model_of, wanted_of
from daykeep.context.compaction.hooks import HOOKS
from daykeep.context.compaction.limits import Wanted
from daykeep.transcripts.messages.model import Conversation
from tests.transcripts.usage.saying import answer, user

SETUP = ClaudeSetup({"CLAUDE_AUTOCOMPACT_PCT_OVERRIDE": "50"}, HOOKS, ())


def talk(form, *messages, **given):
    return Conversation(form, messages, given=given)


def check(conversation, **more):
    return check_conversation(conversation, more.pop("wanted", Wanted()), SETUP, count=len, **more)


def test_claude_codes_rules_and_hooks_are_for_its_own_conversations():
    messages = (user(90_000), answer(40_000, model="claude-sonnet-4-5"), user(30))
    own = check(talk("claude-code", *messages))
    assert (own.limits.threshold, own.plan.would_compact, own.plan.hooks) == (100_000, True, HOOKS)
    other = check(talk("anthropic", *messages))
    assert (other.limits.threshold, other.plan.would_compact) == (200_000, False)
    wanted = Wanted(asked=100_000)
    assert check(talk("anthropic", *messages), wanted=wanted).plan.hooks == ()


def test_model_is_the_last_that_answered_else_the_one_that_was_asked_for():
    told = talk("anthropic", answer(10, model="a"), answer(10, model="b"), user(10), model="c")
    assert model_of(told) == "b"
    assert model_of(talk("anthropic", user(10), model="c")) == "c"
    assert model_of(None) == ""
    assert check(told, model="d").model == "d"


def test_window_that_the_conversation_names_counts_where_the_person_names_none():
    told = talk("codex", user(10), answer(10, model="my-model"), model_context_window=50_000)
    assert check(told).limits.line == 50_000
    assert check(told, wanted=Wanted(windows={"my-model": 40_000})).limits.line == 40_000


def test_tools_of_a_request_count_to_what_cannot_go():
    told = talk(
        "anthropic", user(100), answer(50), user(10), tools=[{"name": "bash", "description": "x" * 5_000}]
    )
    found = check(told)
    assert found.fill.tokens > 5_160
    assert found.fill.overhead > 5_000


def test_number_alone_needs_no_conversation():
    found = check(None, tokens=250_000, model="gpt-5")
    assert (found.fill.tokens, found.plan.code, found.plan.hooks) == (250_000, "above", ())


def test_wanted_of_settings_knows_whether_the_threshold_was_chosen():
    given = Source("workspace", "daykeep.toml", "[context.compaction]\nthreshold = 200000\n")
    assert wanted_of(load_settings([given], environ={})[0]).is_default is False
    assert wanted_of(load_settings([], environ={})[0], 7)[:3] == (7, 200_000, True)
