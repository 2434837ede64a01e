"""What approved items do to a document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.files.encoding import decode
from daykeep.memory.items import ItemLine
from daykeep.memory.sources import hash_line
from daykeep.review.queue.proposals import ARCHIVE, SUPERSEDE, old_line, propose
from daykeep.review.verdict.change import plan_changes
from tests.review.proposal_contract import an_item, proposed


def change(text: str | bytes, *items, **options):
    data = text.encode() if isinstance(text, str) else text
    return plan_changes(decode(data, "MEMORY.md"), items, name="MEMORY.md", language="en", **options)


def superseding(*old, lines=("- Use a pool",)):
    item = an_item(lines=tuple(ItemLine(n, text, text) for n, text in enumerate(lines, 4)))
    return propose(item, reason="", action=SUPERSEDE, supersedes=[old_line(n, text) for n, text in old])


def leaving(*lines):
    item = an_item(name="MEMORY.md", lines=tuple(ItemLine(n, text, text) for n, text in lines))
    return propose(item, reason="it is done", action=ARCHIVE)


STYLES = [
    ("- Use no pool", ["- Use a pool"]),
    ("  * Use no pool", ["  * Use a pool"]),
    ("3. Use no pool", ["3. Use a pool"]),
    ("Use no pool", ["Use a pool"]),
    ("\t- Use no pool", ["\t- Use a pool"]),
]


@pytest.mark.parametrize(("old", "new"), STYLES)
def test_new_line_takes_the_mark_and_indentation_of_the_old_one(old, new):
    done = change(f"a\n{old}\nb\n", superseding((2, old)))
    assert done.document.texts == ["a", *new, "b"]
    assert [entry.texts for entry in done.leaving] == [(old,)]


def test_lines_that_continue_the_first_stay_below_it():
    done = change(
        "a\n  * Use no pool\nb\n", superseding((2, "  * Use no pool"), lines=("Use a pool", "of ten"))
    )
    assert done.document.texts == ["a", "  * Use a pool", "    of ten", "b"]


def test_several_old_lines_give_way_to_one():
    done = change("- x\n- one\n- y\n- two\n- z\n", superseding((2, "- one"), (4, "- two")))
    assert done.document.texts == ["- x", "- Use a pool", "- y", "- z"]
    assert done.leaving[0].numbers == (2, 4)


def test_bytes_that_are_not_concerned_stay_as_they_were():
    data = b"\xef\xbb\xbf# M\r\n\r\n- caf\xe9\r\n- Use no pool\r\n- last"
    done = change(data, superseding((4, "- Use no pool")))
    assert done.document.data == data.replace(b"Use no pool", b"Use a pool")


def test_old_line_is_known_by_its_words_wherever_it_stands_now():
    done = change("- new\n- new too\n* **Use** no pool\n", superseding((1, "- Use no pool")))
    assert done.document.texts == ["- new", "- new too", "* Use a pool"]


def test_of_two_equal_lines_the_nearer_one_gives_way():
    done = change("- Use no pool\n- a\n- b\n- Use no pool\n", superseding((4, "- Use no pool")))
    assert done.document.texts == ["- Use no pool", "- a", "- b", "- Use a pool"]
    done = change("- Use no pool\n- a\n- b\n- Use no pool\n", leaving((4, "- Use no pool")))
    assert done.document.texts == ["- Use no pool", "- a", "- b"]


def test_one_line_can_give_way_only_once():
    first, second = (
        superseding((1, "- Use no pool")),
        superseding((1, "- Use no pool"), lines=("- Use none",)),
    )
    done = change("- Use no pool\n", first, second)
    assert done.document.texts == ["- Use a pool"]
    assert [item.id for item, _ in done.refused] == [second.id]
    assert [item.id for item in done.items] == [first.id]


def test_supersession_that_was_made_before_changes_nothing():
    done = change("- Use a pool\n", superseding((1, "- Use no pool")))
    assert (done.document.texts, done.refused, done.leaving) == (["- Use a pool"], (), ())


def test_archived_lines_leave_with_the_blank_line_that_was_theirs():
    text = "# M\n\n## Net\n\n- a\n- b\n\n## Done\n\n- c\n"
    done = change(text, leaving((8, "## Done"), (10, "- c")), owners={hash_line("c"): "abc"})
    assert done.document.text.rstrip() == "# M\n\n## Net\n\n- a\n- b"
    (entry,) = done.leaving
    assert (entry.texts, entry.reason) == (("## Done", "", "- c"), "it is done")


def test_line_of_a_person_with_a_secret_can_leave_too():
    text = "- the password is: tr0ub4dor"
    done = change(f"- a\n{text}\n", leaving((2, text)))
    assert done.document.texts == ["- a"]


def test_archived_line_that_was_edited_since_stays():
    done = change("- drink tea\n", leaving((1, "- drink water")))
    assert done.document.texts == ["- drink tea"]
    assert [reason for _, reason in done.refused] == ["its lines are no longer in memory as they were"]


def test_leaving_lines_name_their_item_and_headings():
    done = change(
        "# M\n\n## Net\n\n### Pools\n- Use no pool\n",
        superseding((6, "- Use no pool")),
        owners={hash_line("Use no pool"): "abc"},
    )
    (entry,) = done.leaving
    assert (entry.item, entry.headings) == ("abc", ("Net", "Pools"))


def test_added_item_whose_lines_are_there_is_done_without_a_change():
    done = change("- set a limit on every **request**\n", proposed())
    assert done.document.texts == ["- set a limit on every **request**"]
    assert len(done.items) == 1


LINES = st.lists(
    st.sampled_from(["", "- a", "- b", "* c", "## H", "text", "- Use no pool", "- d"]), max_size=12
)


@given(LINES, st.data())
def test_nothing_but_the_named_lines_ever_goes(lines, data):
    text = "".join(f"{line}\n" for line in lines)
    wanted = (
        data.draw(st.lists(st.sampled_from(list(enumerate(lines, 1))), max_size=3, unique=True))
        if lines
        else []
    )
    wanted = [(number, line) for number, line in wanted if line]
    items = [superseding((1, "- Use no pool")), *([leaving(*wanted)] if wanted else [])]
    done = change(text, *items)
    gone = [line for entry in done.leaving for line in entry.texts if line]
    kept = [line for line in done.document.texts if line and line != "- Use a pool"]
    assert sorted([*kept, *gone]) == sorted(line for line in lines if line)
    assert len(done.leaving) + len(done.refused) == len(items)


def test_nothing_is_made_in_a_file_with_an_unsolved_merge_conflict():
    text = "# Memory\n\n## Lessons\n\n<<<<<<< HEAD\n- ours\n=======\n- theirs\n>>>>>>> other\n"
    items = (proposed(), superseding((6, "- ours")), leaving((8, "- theirs")))
    done = change(text, *items)
    assert done.document.data == text.encode()
    said = "MEMORY.md holds an unsolved merge conflict (lines 5–9)"
    assert (done.items, done.leaving, done.refused) == ((), (), tuple((item, said) for item in items))
