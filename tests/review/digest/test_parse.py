"""A digest is read whatever mail and chat do to it."""

from __future__ import annotations

import html
import textwrap

import pytest

from daykeep.review.digest.marks import BAR, stamp_of
from daykeep.review.digest.parse import parse_digest
from tests.review.digest.test_render import choices_of, digest_of, item_with
from tests.review.proposal_contract import proposed

ITEMS = (proposed('Say "no" -- it\'s once'), item_with("- 中文的一行教训，不要删除", "  and its second line"))


def sent(verb="approve", number=0, mark="x"):
    (part,) = digest_of(*ITEMS).parts
    item = ITEMS[number]
    return part.replace(f"- [ ] {verb} {item.id}", f"- [{mark}] {verb} {item.id}")


def ticks(text):
    answers, faults = parse_digest(text.splitlines())
    assert faults == []
    return {answer.item: answer.ticked for answer in answers}


CAME = {
    "as sent": lambda text: text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.split("\n")),
    "quoted twice": lambda text: "".join(f"> >{line}\n" for line in text.split("\n")),
    "trailing blanks": lambda text: text.replace("\n", "  \t\n"),
    "indented": lambda text: "".join(f"   {line}\n" for line in text.split("\n")),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "curly quotes": lambda text: text.replace('"', "”").replace("'", "’").replace("--", "—"),
    "escaped": html.escape,
    "escaped and quoted": lambda text: html.escape("".join(f"> {line}\n" for line in text.split("\n"))),
    "wrapped": lambda text: "\n".join(
        "\n".join(textwrap.wrap(line, 34, break_long_words=False, break_on_hyphens=False) or [""])
        for line in text.split("\n")
    ),
    "stars for dashes": lambda text: text.replace("- [", "* ["),
    "without dashes": lambda text: text.replace("- [", "["),
    "task list": lambda text: text.replace("- [ ]", "☐").replace("- [x]", "☑"),
    "byte order mark": lambda text: f"\ufeff{text}",
    "double spaced": lambda text: text.replace("\n", "\n\n"),
}


@pytest.mark.parametrize("way", CAME)
def test_tick_is_found_after(way):
    text = CAME[way](sent())
    answers, faults = parse_digest(text.splitlines())
    assert ({answer.item: answer.ticked for answer in answers}, faults) == (
        {ITEMS[0].id: ("approve",), ITEMS[1].id: ()},
        [],
    )
    assert [answer.stamp for answer in answers] == [stamp_of(*choice) for choice in choices_of(*ITEMS)]


@pytest.mark.parametrize("mark", ["x", "X", " x", "✓", "✔️", "xx", "✅"])
def test_usual_marks_are_ticks(mark):
    assert ticks(sent(mark=mark))[ITEMS[0].id] == ("approve",)


@pytest.mark.parametrize("mark", [" ", "", "\u00a0", "  "])
def test_blank_marks_are_none(mark):
    assert ticks(sent(mark=mark))[ITEMS[0].id] == ()


def test_other_mark_is_unclear_and_not_a_tick():
    answers, _ = parse_digest(sent(mark="?").splitlines())
    assert [(answer.ticked, answer.unclear) for answer in answers] == [((), ("?",)), ((), ())]


def test_reply_above_its_original_is_one_answer():
    quoted = "".join(f"> {line}\n" for line in sent(mark=" ").split("\n"))
    assert ticks(sent("reject", 1) + "\nOn Monday you wrote:\n" + quoted) == {
        ITEMS[0].id: (),
        ITEMS[1].id: ("reject",),
    }


def test_two_ticks_of_one_item_are_both_there():
    text = sent().replace(f"- [ ] reject {ITEMS[0].id}", f"- [x] reject {ITEMS[0].id}")
    assert ticks(text)[ITEMS[0].id] == ("approve", "reject")


def test_tick_without_its_id_is_named_with_its_line():
    text = f"hello\n- [x] approve\n\n{sent(mark=' ')}- [x] reject {ITEMS[0].id} #12"
    _, faults = parse_digest(text.splitlines())
    assert [(fault.line, "id or stamp" in fault.reason) for fault in faults] == [
        (2, True),
        (len(text.splitlines()), True),
    ]


def test_boxes_that_were_deleted_leave_their_text_to_nobody():
    kept = [line for line in sent("approve", 1).splitlines() if ITEMS[0].id not in line]
    (answer,), _ = parse_digest(kept)
    assert (answer.item, answer.texts) == (ITEMS[1].id, tuple(ITEMS[1].memory_lines))


def test_text_in_no_digest_has_no_answer():
    assert parse_digest(["# Notes", "", "- [x] buy milk", f"{BAR} a bar"]) == ([], [])
