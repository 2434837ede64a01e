"""Logging, editing by hand, distilling, taking back, losing the state, crashing, in any order, against a simple model."""

from __future__ import annotations

import hashlib
import tempfile
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from daykeep.git.history import init_repository
from tests.acceptance.keeping import MEMORY, Keeper
from tests.recovery.forked import Forking

FIRST = date(2026, 3, 1)
DAYS = st.integers(0, 9).map(lambda n: FIRST + timedelta(days=n))
HEAD = [
    "# MEMORY.md",
    "",
    "## Lessons",
    "- Back up before an upgrade",
    "",
    "## People",
    "- Ana: mornings only",
]


class Dying:
    """The process whose children die, started once for all sequences."""

    process: Forking | None = None

    @classmethod
    def run(cls, **job: object) -> bool:
        """Run a job in a child that dies; whether it was killed before it ended."""
        if cls.process is None:
            cls.process = Forking("tests.acceptance.dying_keeper")
        return bool(cls.process.do(**job).killed)

    @classmethod
    def end(cls) -> None:
        if cls.process is not None:
            cls.process.close()
            cls.process = None


@pytest.fixture(scope="module", autouse=True)
def dying_process():
    yield
    Dying.end()


class Machine(RuleBasedStateMachine):
    """The real workspace beside what must be true of it.

    ``logged`` maps each acknowledged text to its day, ``lessons`` those that can be learned, ``learned`` what stands in MEMORY.md,
    ``taken`` what was taken back (text -> the commit that did it), ``by_hand`` the lines that a person wrote into MEMORY.md.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name) / "workspace"
        (self.root / "memory").mkdir(parents=True)
        (self.root / MEMORY).write_text("\n".join(HEAD) + "\n", encoding="utf-8")
        assert init_repository(self.root) == "created"
        self.keeper = Keeper(self.root)
        self.number = 0
        self.logged: dict[str, date] = {}
        self.lessons: set[str] = set()
        self.learned: dict[str, str] = {}
        self.taken: dict[str, str] = {}
        self.by_hand = list(HEAD)

    def teardown(self) -> None:
        self.folder.cleanup()

    def _new(self, what: str) -> str:
        self.number += 1
        return f"{what} {self.number} of the harbour crew"

    @rule(
        day=DAYS, kinds=st.lists(st.sampled_from(["lesson", "note", "done", "todo"]), min_size=1, max_size=4)
    )
    def log(self, day: date, kinds: list[str]) -> None:
        for kind in kinds:
            text = self._new(kind)
            assert self.keeper.log(day, text, kind=kind).name == f"memory/{day}.md"
            self.logged[text] = day
            if kind == "lesson":
                self.lessons.add(text)

    @rule(day=DAYS, end=st.sampled_from(["", "\n", "\r\n"]))
    def edit_log_by_hand(self, day: date, end: str) -> None:
        """An editor, or another agent, writes into the log without any lock, with or without a last line end."""
        text = self._new("foreign line")
        with (self.root / "memory" / f"{day}.md").open("a", encoding="utf-8", newline="") as stream:
            stream.write(f"\n\n## Status\n- {text}{end}")
        self.logged[text] = day

    @rule(place=st.integers(0, 30))
    def edit_memory_by_hand(self, place: int) -> None:
        """A person adds a line under one of the headings of MEMORY.md."""
        lines = (self.root / MEMORY).read_text(encoding="utf-8").split("\n")
        line = f"- {self._new('own line')}"
        index = self.by_hand.index("## People") + 1
        self.by_hand.insert(index, line)
        lines.insert(lines.index("## People") + 1, line)
        (self.root / MEMORY).write_text("\n".join(lines), encoding="utf-8")

    @rule(day=DAYS, force=st.booleans())
    def distill(self, day: date, force: bool) -> None:
        report = self.keeper.distill(day, force=force)
        assert report.problems == []
        self._learn(Counter(text for item in report.plan.added for text in item.texts))

    def _learn(self, added: Counter[str]) -> None:
        expected = self.lessons - set(self.learned) - set(self.taken)
        assert {text.removeprefix("- ") for text in added} == expected
        self.learned.update(self._items(expected))

    def _items(self, texts: set[str]) -> dict[str, str]:
        """Text -> the id that its source is recorded under."""
        from daykeep.memory.sources import find_sources

        return {text: find_sources(self.keeper.files, f"- {text}")[-1].item for text in texts}

    @rule(day=DAYS)
    def dry_run_changes_nothing(self, day: date) -> None:
        before = self._digest()
        self.keeper.distill(day, dry_run=True)
        assert self._digest() == before

    @precondition(lambda self: self.learned)
    @rule(day=DAYS, data=st.data())
    def take_back(self, day: date, data: st.DataObject) -> None:
        text = data.draw(st.sampled_from(sorted(self.learned)))
        commit = self.keeper.take_back(day, self.learned.pop(text))
        assert commit
        self.taken[text] = commit

    @precondition(lambda self: self.taken)
    @rule(day=DAYS, data=st.data())
    def want_it_again(self, day: date, data: st.DataObject) -> None:
        text = data.draw(st.sampled_from(sorted(self.taken)))
        assert self.keeper.take_back(day, self.taken.pop(text))
        self.learned.update(self._items({text}))

    @rule()
    def lose_the_state(self) -> None:
        (self.root / "memory" / "distill-state.json").unlink(missing_ok=True)

    @precondition(lambda self: self.logged)
    @rule(data=st.data())
    def rename_a_log(self, data: st.DataObject) -> None:
        """A person gives a day's log a longer name; the next entry of that day begins a new file."""
        day = data.draw(st.sampled_from(sorted(set(self.logged.values()))))
        plain = self.root / "memory" / f"{day}.md"
        if plain.exists():
            plain.rename(plain.with_name(f"{day}-part-{self._new('x').split()[1]}.md"))

    @rule(day=DAYS, at=st.integers(1, 12))
    def die_while_logging(self, day: date, at: int) -> None:
        text = self._new("lesson")
        killed = Dying.run(root=str(self.root), do="log", day=str(day), text=text, at=at)
        self.keeper.files.lock(f"memory/{day}.md").close()
        there = self._texts_of(day).count(text)
        assert there in ({0, 1} if killed else {1})
        if there:
            self.logged[text] = day
            self.lessons.add(text)

    @rule(day=DAYS, at=st.integers(1, 40))
    def die_while_distilling(self, day: date, at: int) -> None:
        """Old memory or new memory; the next run makes good what is missing, and only that."""
        Dying.run(root=str(self.root), do="distill", day=str(day), text="", at=at)
        self.keeper = Keeper(self.root)
        self.keeper.distill(day)
        due = self.lessons - set(self.taken)
        self.learned.update(self._items(due - set(self.learned)))

    def _texts_of(self, day: date) -> str:
        files = sorted((self.root / "memory").glob(f"{day}*.md"))
        return "\n".join(path.read_bytes().decode() for path in files)

    def _digest(self) -> str:
        found = hashlib.sha256()
        for path in sorted(self.root.rglob("*")):
            if path.is_file() and ".daykeep/locks" not in path.as_posix():
                found.update(f"{path}{hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
        return found.hexdigest()

    @invariant()
    def every_acknowledged_text_is_in_its_day_once(self) -> None:
        for day in set(self.logged.values()):
            lines = Counter(line.removeprefix("- ") for line in self._texts_of(day).splitlines())
            for text, at in self.logged.items():
                if at == day:
                    count = sum(number for line, number in lines.items() if text in line)
                    assert count == 1, (text, day)

    @invariant()
    def memory_is_what_was_learned_and_what_a_person_wrote(self) -> None:
        lines = (self.root / MEMORY).read_text(encoding="utf-8").split("\n")
        for text in self.lessons:
            assert lines.count(f"- {text}") == (1 if text in self.learned else 0), text
        remaining = iter(lines)
        assert all(line in remaining for line in self.by_hand), "a person's line went or moved"


SMALL = settings(
    max_examples=100,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


class TestAnyOrder(Machine.TestCase):
    settings = SMALL


@pytest.mark.soak
def test_two_thousand_sequences() -> None:
    run_state_machine_as_test(Machine, settings=settings(SMALL, max_examples=2000, stateful_step_count=50))
