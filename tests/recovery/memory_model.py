"""Memory under every mix of a person, an editor, daykeep and crashes: what daykeep does to it, and what comes of that."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from daykeep.distill.run import Place as DistillPlace
from daykeep.distill.run import Rules, Window, distill
from daykeep.errors import ConflictError, UsageError
from daykeep.files.encoding import decode
from daykeep.memory.items import Item, ItemLine
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.sources import hash_line, load_sources
from daykeep.review.asking.propose import draft_changes, plan_append
from daykeep.review.forgetting.forget import apply_forget, plan_forget
from daykeep.review.queue.proposals import (
    APPROVED,
    ARCHIVE,
    DEFERRED,
    REJECTED,
    SUPERSEDE,
    Draft,
    old_line,
    propose,
)
from daykeep.review.takeback.revert import apply_revert, plan_revert
from daykeep.review.takeback.undo import apply_undo, find_decided, plan_undo
from daykeep.review.verdict.change import plan_changes
from daykeep.review.verdict.decide import Decision, decide
from daykeep.review.verdict.hunks import APPEND
from tests.git.playground import AUTHOR
from tests.recovery.memory_hands import LIMITS, LOG, MOST_CALLS, Hands


class Memory(Hands):
    """What is proposed, decided, forgotten, learned and taken back, each planned on the bytes of the model."""

    # -- what waits

    def queue(self, item, kind):
        self.tick()
        made = self.store.create(Draft("distill", "MEMORY.md", None, (item,)), now=self.now)
        if made is not None:
            self.waiting[item.id] = (made.id, kind)

    def logged(self):
        text = self.next_text()
        self.files.append(LOG, lambda _tail: f"\n## Lesson: case {self.count}\n{text}\n".encode())
        number = self.files.find_document(LOG).texts.index(text) + 1
        return Item("lesson", "", self.now.date(), LOG, (ItemLine(number, text, text),), "agent", 0.5, "full")

    @rule()
    def propose_to_add(self):
        self.queue(propose(self.logged(), reason="new"), "add")

    @precondition(lambda self: self.items())
    @rule(place=st.integers(0, 30))
    def propose_to_supersede(self, place):
        old = self.items()[place % len(self.items())]
        number = decode(self.model).texts.index(old) + 1
        item = propose(self.logged(), reason="newer", action=SUPERSEDE, supersedes=[old_line(number, old)])
        self.queue(item, "supersede")

    @precondition(lambda self: self.items())
    @rule(place=st.integers(0, 30))
    def propose_to_archive(self, place):
        text = self.items()[place % len(self.items())]
        number = decode(self.model).texts.index(text) + 1
        line = ItemLine(number, text, text)
        item = Item("fact", "", self.now.date(), "MEMORY.md", (line,), "agent", 1.0, "old")
        self.queue(propose(item, reason="old", action=ARCHIVE), "archive")

    @rule()
    def propose_a_change_of_the_file(self):
        self.tick()
        document = self.files.find_document("MEMORY.md")
        draft = draft_changes(
            "MEMORY.md", document, [plan_append(document, self.next_text())], origin="agent",
            day=self.now.date(), rule=APPEND,
        )  # fmt: skip
        made = self.store.create(draft, now=self.now)
        self.waiting[draft.items[0].id] = (made.id, "change")

    # -- what a person decides

    def choose(self, place):
        key = sorted(self.waiting)[place % len(self.waiting)]
        proposal, _ = self.waiting[key]
        return proposal, self.store.find(proposal).find_item(key)

    def decide(self, proposal, item, status, edited=None):
        self.tick()
        decision = Decision(proposal, item.id, status, edited)
        return decide(self.files, self.store, [decision], self.desk)

    def planned(self, item):
        records = load_sources(self.files)[0]
        owners = {record.line: record.item for record in records}
        document = decode(self.model, "MEMORY.md")
        return plan_changes(document, [item], name="MEMORY.md", language="en", owners=owners)

    @precondition(lambda self: self.waiting)
    @rule(
        place=st.integers(0, 30),
        edit=st.booleans(),
        crash=st.none() | st.integers(1, MOST_CALLS),
        half=st.booleans(),
    )
    def approve(self, place, edit, crash, half):
        proposal, item = self.choose(place)
        edited = (self.next_text(),) if edit and item.action in {"add", SUPERSEDE} else None
        decided = item if edited is None else item._replace(edited=edited)
        if edited is not None:  # without a history only the words of the log are left of it
            self.worded[edited[0]] = item.memory_lines[0]
        plan = self.planned(decided)
        if crash is not None:
            died = self.dies(lambda: self.decide(proposal, item, APPROVED, edited), crash, half=half)
            assert self.read() in {self.model, plan.document.data}
            if not died:
                assert self.read() == plan.document.data or plan.refused
        waits = self.store.find(proposal).find_item(item.id).waits
        done = self.decide(proposal, item, APPROVED, edited) if waits else None
        if plan.refused:
            assert done is None or done.refused
            return self.written(self.model)
        assert done is None or (done.approved and not done.problems), done
        self.came(decided, plan)
        del self.waiting[item.id]
        return self.written(plan.document.data)

    def came(self, item, plan):
        """What the model knows after a change that a person approved."""
        before, after = self.items(), self.items(plan.document.data)
        gone = [text for text in before if text not in after]
        self.took[item.id] = gone
        if item.action == SUPERSEDE:
            self.banned.update(gone)
            self.buried.update(gone)
        for text in gone:
            self.by_hand.discard(text)
            self.lost.discard(text)
        self.banned.difference_update(after)
        if item.action in {"add", SUPERSEDE}:
            self.buried.difference_update(item.memory_lines)
        self.by_hand.difference_update(item.memory_lines if item.action != ARCHIVE else ())

    @precondition(lambda self: self.waiting)
    @rule(place=st.integers(0, 30), crash=st.none() | st.integers(1, MOST_CALLS), half=st.booleans())
    def reject(self, place, crash, half):
        proposal, item = self.choose(place)
        if crash is not None:
            self.dies(lambda: self.decide(proposal, item, REJECTED), crash, half=half)
            assert self.read() == self.model
        if self.store.find(proposal).find_item(item.id).waits:
            self.decide(proposal, item, REJECTED)
        del self.waiting[item.id]
        if item.action in {"add", SUPERSEDE}:
            self.banned.update(text for text in item.memory_lines if text not in self.lines())
        self.written(self.model)

    @precondition(lambda self: self.waiting)
    @rule(place=st.integers(0, 30))
    def defer(self, place):
        proposal, item = self.choose(place)
        self.decide(proposal, item, DEFERRED)
        self.written(self.model)

    @rule(crash=st.none() | st.integers(1, MOST_CALLS), half=st.booleans())
    def undo(self, crash, half):
        """Take the last decision back: what it did to the file is gone, and its item waits again."""
        try:
            choice = find_decided(self.files, self.store)[0]
        except UsageError:
            return
        self.tick()
        plan = plan_undo(self.files, self.store, choice, self.desk)
        if plan.obstacle:
            return
        item, before = choice.item, self.items()
        expected = plan.change.data if plan.change is not None else self.model
        if crash is not None:
            self.dies(lambda: apply_undo(self.files, self.store, plan, self.desk), crash, half=half)
            assert self.read() in {self.model, expected}
        for again in self.decided(item.id):
            now = plan_undo(self.files, self.store, again, self.desk)
            assert apply_undo(self.files, self.store, now, self.desk).problems == ()
        after = self.items(self.read())
        added, removed = [t for t in after if t not in before], [t for t in before if t not in after]
        assert {*removed} <= {*item.memory_lines}
        assert {*added} <= {*self.took.get(item.id, ())}
        self.check_only(added=added, removed=removed)
        self.written(expected)
        self.waiting[item.id] = (choice.proposal.id, item.action)
        self.banned.difference_update(added)
        self.buried.difference_update(added)
        if plan.kind == REJECTED:
            self.banned -= {*item.memory_lines} - self.buried
        self.by_hand.difference_update(removed)

    def decided(self, item):
        try:
            return [one for one in find_decided(self.files, self.store, item) if one.item.id == item]
        except UsageError:
            return []

    # -- what is taken out and learned again

    @precondition(lambda self: self.items())
    @rule(place=st.integers(0, 30), crash=st.none() | st.integers(1, MOST_CALLS), half=st.booleans())
    def forget(self, place, crash, half):
        text = self.items()[place % len(self.items())]
        self.tick()
        if crash is not None:
            before = self.items()
            self.dies(lambda: self.forget_now(text), crash, half=half)
            assert self.items(self.read()) in (before, [one for one in before if one != text])
        if text in (*self.lines(self.read()), *self.archived()):  # who sees the command die calls it again
            self.forget_now(text)
        self.check_only(removed=[text])
        assert text not in self.archived()
        self.banned.add(text)
        self.buried.add(text)
        self.by_hand.discard(text)
        self.lost.discard(text)

    def archived(self):
        return [entry.text for entry in find_archived(self.files)]

    def forget_now(self, text):
        files = self.files
        plan = plan_forget(files, text[2:], memory="MEMORY.md")
        problems = []
        apply_forget(
            files, self.history, plan, language="en", now=self.now, day=self.now.date(), by="ada", author=AUTHOR,
            problems=problems,
        )  # fmt: skip
        assert problems == []

    @rule()
    def learn(self):
        """Distil: what is new comes, what was forgotten, rejected or replaced does not."""
        self.tick()
        place = DistillPlace(
            "MEMORY.md",
            "en",
            self.now,
            self.history,
            AUTHOR,
            rules=Rules(profile="classic", budget_chars=LIMITS.chars, budget_lines=LIMITS.lines),
        )
        report = distill(self.files, Window(None, None), place)
        assert report.problems == []
        added = [text for item in report.plan.added for text in item.texts]
        assert self.banned.isdisjoint(added)
        self.check_only(added=added)
        for item in report.plan.added:
            self.learned = item.item_id

    @precondition(lambda self: self.with_git)
    @rule(place=st.integers(0, 30), crash=st.none() | st.integers(1, MOST_CALLS), half=st.booleans())
    def revert(self, place, crash, half):
        records = load_sources(self.files)[0]
        standing = {hash_line(text): text for text in self.items()}
        owned = sorted({record.item for record in records if record.line in standing})
        if not owned:
            return
        asked = owned[place % len(owned)]
        texts = [
            standing[record.line] for record in records if record.item == asked and record.line in standing
        ]
        before = self.items()
        back = [text for text in self.took.get(asked, ()) if text not in before]  # what it had replaced
        self.tick()
        if crash is not None:
            self.dies(lambda: self.revert_now(asked), crash, half=half)
            after = self.items(self.read())
            kept = [text for text in before if text not in texts]
            assert after == before or [text for text in after if text not in back] == kept
        commit = self.revert_now(asked)
        if commit == "conflict":
            return
        removed = [text for text in texts if text not in self.lines(self.read())]
        added = [text for text in back if text in self.lines(self.read())]
        self.check_only(added=added, removed=removed)
        self.turned(added, removed)
        self.last_revert = (commit, removed, added) if commit else None

    def turned(self, added, removed):
        """What the model knows after a revert."""
        self.banned.difference_update(added)
        self.buried.difference_update(added)
        self.banned.update(removed)
        self.buried.update(removed)
        self.by_hand.difference_update(removed)

    def revert_now(self, asked):
        files, history = self.files, self.history
        try:
            plan = plan_revert(files, history, asked, memory="MEMORY.md")
        except ConflictError:
            assert self.read() == self.model
            return "conflict"
        return apply_revert(files, history, plan, now=self.now, author=AUTHOR)

    @precondition(lambda self: self.last_revert)
    @rule()
    def restore(self):
        commit, out, back = self.last_revert
        self.last_revert = None
        self.tick()
        if self.revert_now(commit) == "conflict":
            return
        before, after = self.items(), self.items(self.read())
        added = [text for text in out if text in after and text not in before]
        removed = [text for text in back if text in before and text not in after]
        self.check_only(added=added, removed=removed)
        self.turned(added, removed)


class MemoryWithoutGit(Memory):
    """The same where nothing keeps the history."""

    with_git = False
