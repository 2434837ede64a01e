"""Waiting items on a file that changed meanwhile: what fits, what stands elsewhere, what is in conflict."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.files.encoding import decode
from daykeep.files.replace import sha256_of
from daykeep.memory.items import ItemLine
from daykeep.review.queue.proposals import ARCHIVE, SUPERSEDE, old_line, propose
from daykeep.review.stores.filestore import FileStore
from daykeep.review.stores.joined import open_store
from daykeep.review.verdict.change import plan_changes
from daykeep.review.verdict.decide import Decision, decide
from daykeep.review.waiting.rebase import CONFLICT, FITS, GONE, MOVED, THERE, read_base, rebase, rebase_item
from tests.git.playground import NOON
from tests.review.deciding import desk_of
from tests.review.proposal_contract import an_item, draft, proposed

BASE = "# Memory\n\n## Lessons\n\n- Drink water\n- The cache expires after 30 minutes\n- Sleep eight hours\n"
OLD = "- The cache expires after 30 minutes"
NEW = "- The cache expires after 10 minutes"
EDITED = "- The cache expires after 30 minutes, at night after 60"


def superseding():
    return propose(
        an_item(lines=(ItemLine(4, NEW, NEW),)), reason="", action=SUPERSEDE, supersedes=[old_line(6, OLD)]
    )


def archiving(text=OLD, number=6):
    return propose(an_item(lines=(ItemLine(number, text, text),)), reason="old", action=ARCHIVE)


def state_of(item, text, base=BASE):
    before = decode(base.encode(), "MEMORY.md") if base is not None else None
    return rebase_item(item, before, decode(text.encode(), "MEMORY.md") if text is not None else None)


@pytest.mark.parametrize("base", [BASE, None], ids=["with the base", "without it"])
class TestReplacing:
    def test_change_elsewhere_in_the_file_leaves_an_item_as_it_is(self, base):
        assert state_of(superseding(), BASE + "- Walk\n", base).state == FITS
        assert state_of(archiving(), BASE + "- Walk\n", base).state == FITS

    def test_lines_that_stand_elsewhere_are_found(self, base):
        text = BASE.replace("- Drink", "- Eat\n- Drink")
        found = state_of(superseding(), text, base)
        assert (found.state, found.renewed.supersedes) == (MOVED, (old_line(7, OLD),))
        found = state_of(archiving(), text, base)
        assert (found.state, found.renewed.lines[0].number) == (MOVED, 7)

    def test_edit_of_the_same_line_is_a_conflict_with_all_three_sides(self, base):
        found = state_of(superseding(), BASE.replace(OLD, EDITED), base)
        assert (found.state, found.before, found.now, found.wanted) == (CONFLICT, (OLD,), (EDITED,), (NEW,))
        found = state_of(archiving(), BASE.replace(OLD, EDITED), base)
        assert (found.state, found.now, found.wanted) == (CONFLICT, (EDITED,), ())

    def test_edited_line_is_found_where_it_was_moved_to(self, base):
        text = f"{BASE.replace(OLD + chr(10), '')}\n## Other\n\n{EDITED}\n"
        assert state_of(superseding(), text, base).now == (EDITED,)

    def test_line_that_was_taken_out_is_gone(self, base):
        text = BASE.replace(OLD + "\n", "")
        assert state_of(superseding(), text, base).state == GONE
        assert state_of(archiving(), text, base).state == GONE
        assert state_of(superseding(), None, base).state == GONE

    def test_what_somebody_wrote_already_is_there(self, base):
        assert state_of(superseding(), BASE.replace(OLD, NEW), base).state == THERE


def test_line_that_was_rewritten_in_quite_other_words_is_a_conflict_where_the_base_is_known():
    text = BASE.replace(OLD, "- Ask Bob about it")
    assert state_of(superseding(), text).now == ("- Ask Bob about it",)
    assert state_of(superseding(), text, None).state == GONE


def test_secret_in_the_line_as_it_is_now_is_not_shown():
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    (now,) = state_of(superseding(), BASE.replace(OLD, f"{OLD} {token}")).now
    assert token not in now
    assert "[secret:" in now


def test_added_item_fits_unless_it_came_meanwhile_or_its_opposite_did():
    item = propose(an_item(lines=(ItemLine(4, NEW, NEW),)), reason="")
    assert state_of(item, BASE).state == FITS
    assert state_of(item, f"{BASE}{NEW}\n").state == THERE
    base = BASE.replace(OLD + "\n", "")
    found = state_of(item, BASE, base)
    assert (found.state, found.now, found.wanted) == (CONFLICT, (OLD,), (NEW,))
    assert state_of(item, base, base).state == FITS
    assert state_of(item, base, None).state == FITS


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["- Drink water", OLD, EDITED, NEW, "- Sleep eight hours", "", "## More"]), max_size=8
    )
)
def test_item_that_fits_or_moved_is_made_and_one_that_does_not_leaves_the_file_as_it_is(lines):
    text = "".join(f"{line}\n" for line in ("# Memory", "", *lines))
    document = decode(text.encode(), "MEMORY.md")
    for item in (superseding(), archiving()):
        state = state_of(item, text).state
        planned = plan_changes(document, [item], name="MEMORY.md", language="en")
        assert bool(planned.refused) == (state in {CONFLICT, GONE})
        if state in {CONFLICT, GONE, THERE}:
            assert planned.document.data == document.data
        else:
            assert planned.document.data != document.data


def test_proposal_is_put_on_the_file_as_it_is_now(playground, files, history):
    playground.write("MEMORY.md", BASE)
    store = open_store(files, history)
    made = store.create(draft(superseding(), proposed("one"), base=sha256_of(BASE.encode())), now=NOON)
    assert rebase(files, store, made, now=NOON) == ()
    text = BASE.replace("- Drink", "- Eat\n- Drink")
    playground.write("MEMORY.md", text)
    assert [one.state for one in rebase(files, store, made, now=NOON)] == [MOVED, FITS]
    after = store.find(made.id)
    assert (after.base_sha256, after.items[0].supersedes[0].number) == (sha256_of(text.encode()), 7)
    assert read_base(store, after).data.decode() == text
    assert (playground.root / "MEMORY.md").read_text() == text


def test_proposal_in_conflict_keeps_what_it_was_made_on_and_approving_overwrites_nothing(
    playground, files, history
):
    playground.write("MEMORY.md", BASE)
    store = open_store(files, history)
    made = store.create(draft(superseding(), base=sha256_of(BASE.encode())), now=NOON)
    edited = BASE.replace(OLD, EDITED)
    playground.write("MEMORY.md", edited)
    assert [one.state for one in rebase(files, store, made, now=NOON)] == [CONFLICT]
    assert store.find(made.id) == made
    assert read_base(store, made).data.decode() == BASE
    done = decide(files, store, [Decision(made.id, made.items[0].id, "approved")], desk_of(history))
    assert [item for item, _ in done.refused] == [made.items[0].id]
    assert (playground.root / "MEMORY.md").read_text() == edited
    assert store.find(made.id) == made


def test_proposal_in_a_file_is_rebased_by_what_its_items_tell(files, playground):
    playground.write("MEMORY.md", BASE)
    store = FileStore(files)
    made = store.create(draft(superseding(), base=sha256_of(BASE.encode())), now=NOON)
    playground.write("MEMORY.md", BASE.replace("- Drink", "- Eat\n- Drink"))
    assert [one.state for one in rebase(files, store, made, now=NOON)] == [MOVED]
    assert store.find(made.id).items[0].supersedes[0].number == 7
