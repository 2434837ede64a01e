"""An assembled context: order, budget, hashes, and what a change leaves alone."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.context.build.assemble import assemble, cache_key
from daykeep.context.build.section import DYNAMIC, END, OPENING, STATIC, SYSTEM, TURN, LeftOut, Piece, hash_of
from daykeep.context.cache.minimums import Minimum
from daykeep.context.output.anthropic import render_body
from daykeep.context.output.openai import render_messages
from daykeep.context.output.text import render_text
from daykeep.errors import UsageError
from daykeep.text.tokens import count_tokens
from tests.context.build.drafting import lines, own, static

LONG_TEXT = "\n".join(f"line {number} says something of little weight" for number in range(200))


def test_static_part_stands_first_then_system_opening_and_end():
    drafts = [
        lines("memories", "m", place=END, stability=TURN),
        lines("packet", "p"),
        own("git", "g"),
        static("base", "b"),
        static("style", "s"),
    ]
    context = assemble(drafts)
    assert [(section.position, section.key) for section in context.sections] == [
        (1, "base"), (2, "style"), (3, "git"), (4, "packet"), (5, "memories"),
    ]  # fmt: skip
    assert [section.part for section in context.sections] == [STATIC, STATIC, DYNAMIC, DYNAMIC, DYNAMIC]


def test_every_section_has_its_hash_and_tokens():
    section = assemble([static("base", "Be brief.")]).sections[0]
    assert section.sha256 == sha256(b"Be brief.").hexdigest()
    assert section.tokens == count_tokens("Be brief.")
    assert section.sources == ("base.md",)


def test_tokens_never_exceed_the_budget_and_what_was_cut_is_named():
    context = assemble([static("base", "Be brief."), lines("packet", LONG_TEXT)], budget=300)
    assert context.tokens <= 300
    packet = context.sections[-1]
    (cut,) = packet.cut
    first, last = cut.what.removeprefix("packet.md:").split("-")
    assert last == "200"
    assert f"line {int(first) - 2} says" in packet.text
    assert f"line {int(first) - 1} says" not in packet.text
    assert f"[lines {first}-200 of 200 are not shown: no room within the budget]" in packet.text


def test_newest_lines_stay_where_they_are_worth_more():
    packet = assemble([lines("log", LONG_TEXT, newest_last=True)], budget=300).sections[0]
    assert "line 199 says" in packet.text
    assert "line 0 says" not in packet.text
    assert packet.cut[0].what.startswith("log.md:1-")


def test_what_has_no_room_at_all_is_listed_with_its_size():
    context = assemble([static("base", "Be brief."), own("git", LONG_TEXT, priority=5)], budget=50)
    assert [section.key for section in context.sections] == ["base"]
    assert context.left_out == (
        LeftOut("git", f"no room within the budget: it takes {count_tokens(LONG_TEXT):,} tokens"),
    )


def test_floors_go_by_priority_and_the_rest_by_weight():
    drafts = [
        lines("late", LONG_TEXT, priority=9, floor=400, weight=1),
        lines("early", LONG_TEXT, priority=2, floor=400, weight=3),
    ]
    context = assemble(drafts, budget=500)
    assert [section.key for section in context.sections] == ["early"]
    both = {section.key: section.tokens for section in assemble(drafts, budget=1600).sections}
    assert both["early"] > both["late"] > 350


def test_static_part_that_does_not_fit_is_refused_not_cut():
    with pytest.raises(UsageError, match="what is never cut takes"):
        assemble([static("base", LONG_TEXT)], budget=100)


def test_without_a_budget_nothing_is_cut():
    context = assemble([lines("packet", LONG_TEXT)])
    assert context.sections[0].cut == ()
    assert "line 199 says" in context.sections[0].text


def test_piece_without_text_is_left_out_with_its_reason():
    draft = own("memories", "x")._replace(
        fit=lambda _tokens, _said: (Piece("memories", "nothing was found", ""),)
    )
    assert assemble([draft]).left_out == (LeftOut("memories", "nothing was found"),)


def test_draft_that_turns_out_too_large_is_asked_again_with_less():
    asked = []

    def fit(tokens, _said):
        asked.append(tokens)
        return (Piece("packet", "p", "word " * tokens),)

    draft = lines("packet", LONG_TEXT)._replace(fit=fit)
    context = assemble([draft], budget=100)
    assert len(asked) > 1
    assert context.tokens <= 100


def test_end_knows_what_the_opening_says_already():
    heard = []

    def fit(_tokens, said):
        heard.append(said)
        return (Piece("memories", "m", "known"),)

    memories = lines("memories", "x", place=END)._replace(fit=fit)
    assemble([memories, lines("packet", "The boiler lost pressure.")], said="And now?")
    assert heard == ["# packet\nThe boiler lost pressure.\nAnd now?"]


TEXTS = st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="\r\n"), min_size=1, max_size=20
)
STATICS = st.lists(TEXTS, min_size=1, max_size=3)
CHANGES = st.lists(st.tuples(st.sampled_from([SYSTEM, OPENING, END]), TEXTS), max_size=5)


def context_of(statics, dynamics):
    drafts = [static(f"static-{number}", text) for number, text in enumerate(statics)]
    drafts += [own(f"own-{number}", text, place=place) for number, (place, text) in enumerate(dynamics)]
    return assemble(drafts)


def outputs(context, messages=()):
    body = render_body(context, messages, minimum=Minimum(0, is_known=True), count=count_tokens)
    return (
        render_text(context, messages),
        body.value,
        render_messages(context, messages, count=count_tokens).value,
    )


@given(STATICS, CHANGES)
def test_p7_same_input_gives_the_same_bytes(statics, dynamics):
    assert outputs(context_of(statics, dynamics)) == outputs(context_of(statics, dynamics))


@given(STATICS, CHANGES, CHANGES)
def test_change_in_the_dynamic_part_leaves_the_static_bytes_alone(statics, before, after):
    one, other = context_of(statics, before), context_of(statics, after)
    assert one.static_text == other.static_text == "\n\n".join(statics)
    (text, body, messages), (text_2, body_2, messages_2) = outputs(one), outputs(other)
    static_bytes = one.static_text.encode()
    assert text.encode().startswith(static_bytes)
    assert text_2.encode().startswith(static_bytes)
    assert body["system"][0]["text"] == body_2["system"][0]["text"] == one.static_text
    assert messages[0]["content"].startswith(one.static_text)
    assert messages_2[0]["content"].startswith(one.static_text)


@given(STATICS, CHANGES, CHANGES)
def test_key_changes_with_the_static_part_the_opening_and_the_system_part_alone(statics, before, after):
    one, other = context_of(statics, before), context_of(statics, after)
    same = all(
        [text for at, text in before if at == place] == [text for at, text in after if at == place]
        for place in (SYSTEM, OPENING)
    )
    joined = [context.at(SYSTEM, OPENING) for context in (one, other)]
    if same:
        assert one.key == other.key
    elif [(s.place, s.text) for s in joined[0]] != [(s.place, s.text) for s in joined[1]]:
        assert one.key != other.key


def test_texts_that_only_look_alike_when_joined_have_other_keys():
    assert hash_of("a", "bc", "") != hash_of("ab", "c", "")
    one = context_of(["s"], [(SYSTEM, "a"), (OPENING, "b")])
    other = context_of(["s"], [(SYSTEM, "b"), (OPENING, "a")])
    assert cache_key(one.sections) != cache_key(other.sections)


WANTS = st.lists(
    st.tuples(st.integers(1, 9), st.integers(0, 300), st.integers(1, 5), st.integers(1, 60), st.booleans()),
    max_size=6,
)


@given(WANTS, st.integers(1, 900))
def test_no_budget_is_ever_exceeded_and_nothing_is_lost_without_a_word(wants, budget):
    drafts = [
        lines(
            f"part-{number}",
            "\n".join(f"line {line} of some weight" for line in range(count)),
            priority=priority,
            floor=floor,
            weight=weight,
            newest_last=newest_last,
        )
        for number, (priority, floor, weight, count, newest_last) in enumerate(wants)
    ]
    context = assemble(drafts, budget=budget)
    assert context.tokens <= budget
    told = {section.key for section in context.sections} | {left.key for left in context.left_out}
    assert told == {draft.key for draft in drafts}
    for section, draft in ((s, next(d for d in drafts if d.key == s.key)) for s in context.sections):
        assert section.cut or section.tokens == draft.need
