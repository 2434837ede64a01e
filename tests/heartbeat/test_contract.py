"""What a runtime does with a beat's answer: the silent word alone is dropped, an alert never is.

The runtime's side is written down here anew, from its documents: an answer that begins or ends with the silent word
is dropped if what is left of it has at most 300 characters; the word in the middle is ordinary text.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.heartbeat.alerts import Alert
from daykeep.heartbeat.beat import CLASSIC_TOKEN, CURRENT_TOKEN, render_answer

ACK_CHARS = 300
TOKENS = (CLASSIC_TOKEN, CURRENT_TOKEN)


def is_dropped(answer: str, token: str) -> bool:
    """Whether a runtime takes an answer for "nothing needs attention"; markup around the word doesn't count."""
    bare = re.sub(r"^(?:</?[a-z]+>|[\s*_`~-])+|(?:</?[a-z]+>|[\s*_`~.!-])+$", "", answer)
    for side in (bare, answer.strip()):
        if side.startswith(token) and len(side[len(token) :].strip()) <= ACK_CHARS:
            return True
        if side.endswith(token) and len(side[: -len(token)].strip()) <= ACK_CHARS:
            return True
    return False


@pytest.mark.parametrize("token", TOKENS)
def test_quiet_answer_is_dropped(token):
    assert render_answer([], token) == token
    assert is_dropped(render_answer([], token), token)


WORDS = st.sampled_from(
    [*TOKENS, "HEARTBEAT", "_OK", "NO", "_REPLY", "the boiler", "**", " ", "\n", "!", "x" * 290]
)


@given(
    st.lists(st.lists(WORDS, min_size=1, max_size=6).map("".join), min_size=1, max_size=4),
    st.sampled_from(TOKENS),
)
def test_alert_is_never_dropped_whatever_it_quotes(texts, token):
    alerts = [Alert(str(number), text) for number, text in enumerate(texts)]
    answer = render_answer(alerts, token)
    assert not any(word in answer for word in TOKENS)
    assert not any(is_dropped(answer, word) for word in TOKENS)


def test_the_runtimes_rule_is_the_one_that_is_tried():
    assert is_dropped("HEARTBEAT_OK all is well", CLASSIC_TOKEN)
    assert is_dropped("**HEARTBEAT_OK**", CLASSIC_TOKEN)
    assert is_dropped("all is well\nHEARTBEAT_OK", CLASSIC_TOKEN)
    assert not is_dropped("I said HEARTBEAT_OK and meant it", CLASSIC_TOKEN)
    assert not is_dropped("HEARTBEAT_OK " + "x" * 301, CLASSIC_TOKEN)


def test_word_with_which_an_alert_is_cut_off_can_not_come_out_of_the_cut():
    for length in range(300, 500):
        answer = render_answer([Alert("a", "x" * length + "HEARTBEAT_OK")], CLASSIC_TOKEN)
        assert not is_dropped(answer, CLASSIC_TOKEN)
