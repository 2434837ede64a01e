"""Notes that are right, from several sources, and what the check makes of them and of their mutants."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.harness import Figure, Table
from benchmarks.quality.notes.mutations import KINDS, mutate
from benchmarks.quality.survival.threads import read_session, read_sgd, read_tau
from daykeep.session.units.model import AGENT, PERSON, RESULT, TEXT, TOOL, Part
from daykeep.triage.checks import check_rewrite, read_source
from daykeep.triage.notes.extractive import extract_note

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from benchmarks.quality.survival.threads import Thread
    from daykeep.triage.checks import Source

WRITTEN = Path(__file__).with_name("written.jsonl")
"""Turns with notes in free words, English and Chinese, written in rounds; each round was first judged, then learned from."""
UNITS = 400
"""So many turns of each set of conversations are noted, evenly spread."""
LEAST_FOUND, MOST_REJECTED = 0.98, 0.03
_ACTORS = {"user": PERSON, "assistant": AGENT, "tool": TOOL}


class Right(NamedTuple):
    """A note that is right, its turn, and where it is from."""

    group: str
    source: Source
    note: str


class Tally(NamedTuple):
    """What the check made of one group: right notes and those refused, and for each kind of mutant all and those found."""

    notes: int
    refused: int
    mutants: Counter[str]
    found: Counter[str]

    @property
    def found_share(self) -> float:
        """The share of mutants that were refused."""
        return self.found.total() / self.mutants.total() if self.mutants else 1.0

    @property
    def refused_share(self) -> float:
        """The share of right notes that were refused."""
        return self.refused / self.notes if self.notes else 0.0


def read_written(path: Path = WRITTEN) -> Iterator[Right]:
    """The notes in free words, by round and language."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        parts = [
            Part(_ACTORS[who], RESULT if who == "tool" else TEXT, text, number)
            for number, (who, text) in enumerate(row["turns"], 1)
        ]
        source = read_source(parts)
        for note in row["notes"]:
            yield Right(f"written, round {row['round']}", source, note)


def read_noted(group: str, threads: Iterable[Thread], units: int = UNITS) -> Iterator[Right]:
    """The notes that the product makes of turns without a model, where there are any."""
    turns = [unit for thread in threads for unit in thread.units if unit.number]
    for unit in turns[:: max(1, len(turns) // units)]:
        source = read_source(unit.parts)
        note = extract_note(source)
        if note:
            yield Right(group, source, note)


def judge(rights: Iterable[Right]) -> dict[str, Tally]:
    """The tally of each group."""
    tallies: dict[str, Tally] = {}
    for right in rights:
        tally = tallies.setdefault(right.group, Tally(0, 0, Counter(), Counter()))
        mutants, found = Counter(tally.mutants), Counter(tally.found)
        for mutant in mutate(right.note, right.source):
            mutants[mutant.kind] += 1
            found[mutant.kind] += not check_rewrite(right.source, mutant.text).ok
        refused = tally.refused + (not check_rewrite(right.source, right.note).ok)
        tallies[right.group] = Tally(tally.notes + 1, refused, mutants, found)
    return tallies


def measure_notes(data: Path) -> tuple[list[Table], list[Figure]]:
    """The share of mutants found and of right notes refused, over all groups and by kind; ``data`` holds sgd, tau and pi."""
    rights: list[Right] = list(read_written())
    rights += read_noted("SGD", read_sgd(data / "sgd"))
    rights += read_noted("tau", read_tau(data / "tau" / "airline_dev.json"))
    rights += read_noted("pi", read_session(data / "pi" / "before-compaction.jsonl"))
    tallies = judge(rights)
    whole = _sum(tallies.values())
    tables = [_by_group(tallies, whole), _by_kind(whole)]
    return tables, [
        Figure("wrong notes found", whole.found_share, "", LEAST_FOUND),
        Figure("right notes refused", whole.refused_share, "", MOST_REJECTED, at_least=False),
    ]


def _sum(tallies: Iterable[Tally]) -> Tally:
    total = Tally(0, 0, Counter(), Counter())
    for one in tallies:
        total = Tally(
            total.notes + one.notes,
            total.refused + one.refused,
            total.mutants + one.mutants,
            total.found + one.found,
        )
    return total


def _by_group(tallies: dict[str, Tally], whole: Tally) -> Table:
    rows: Sequence[tuple[str, Tally]] = [*sorted(tallies.items()), ("all", whole)]
    return Table(
        "Notes by where they are from",
        ["notes of", "right notes", "refused", "mutants", "found"],
        [
            [name, one.notes, round(one.refused_share, 4), one.mutants.total(), round(one.found_share, 4)]
            for name, one in rows
        ],
    )


def _by_kind(whole: Tally) -> Table:
    return Table(
        "Mutants by kind",
        ["kind", "mutants", "found"],
        [
            [kind, whole.mutants[kind], round(whole.found[kind] / max(1, whole.mutants[kind]), 4)]
            for kind in KINDS
        ],
    )
