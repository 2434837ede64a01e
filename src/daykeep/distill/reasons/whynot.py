"""Why something is not in memory, as far as the logs say: never logged, left, skipped, not read yet, below the gate."""

from __future__ import annotations

import hashlib
import shlex
from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.find import list_daily
from daykeep.distill.compare.featurecache import FeatureCache
from daykeep.distill.compare.known import Known
from daykeep.distill.compare.past import read_past
from daykeep.distill.logs.reading import CLASSIC, LOG_LIMIT_BYTES, Task, read_log
from daykeep.distill.outcomes import ADDED, DUPLICATE, HELD, PROPOSED
from daykeep.distill.plan import plan_distill
from daykeep.distill.reasons.explain import explain_logs
from daykeep.distill.reasons.inputs import telling
from daykeep.distill.state import load_state
from daykeep.errors import DaykeepError, UsageError
from daykeep.guard.secrets import mask_secrets
from daykeep.memory.items import show_score
from daykeep.memory.leaving.budget import Limits
from daykeep.review.provenance.whynot import (
    KNOWN,
    OVER_BUDGET,
    REMEMBERED,
    Finding,
    find_in_memory,
    find_on_record,
)
from daykeep.review.stores.joined import open_store
from daykeep.search.answer.unsearched import find_unsearched, names_file
from daykeep.search.sources.workspace import WorkspaceSource
from daykeep.text.similarity import containment, normalise_line, strip_lead
from daykeep.workspace.archive import is_memory_archive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.daily.names import DailyName
    from daykeep.distill.logs.reading import Reading
    from daykeep.distill.outcomes import Outcome
    from daykeep.distill.run import Place
    from daykeep.distill.state import DistillState
    from daykeep.files.store import Files
    from daykeep.review.queue.proposals import Proposal
    from daykeep.search.answer.unsearched import Unsearched
    from daykeep.workspace.layout import Layout

NEVER_LOGGED, LEFT, SKIPPED, UNREAD = "never logged", "left", "skipped", "not read yet"
BELOW_GATE, TOO_LARGE, NO_LOG, NEXT = "below the gate", "too large", "no log", "comes next"
NOT_INDEXED, SEARCHED = "not indexed", "searched"

SHOWN_LOGS = 3
"""So many logs that hold it are looked into, the latest first."""

NEAR = 0.5
"""A logged line that holds so much of what is asked for is named as the nearest."""

_LONGEST_CHARS = 2_000


class WhyNot(NamedTuple):
    """Every reason that was found, the deciding one first, and the logged lines that come nearest if it was never logged."""

    asked: str
    findings: tuple[Finding, ...]
    nearest: tuple[Finding, ...] = ()

    @property
    def is_remembered(self) -> bool:
        """Whether memory holds it after all."""
        return bool(self.findings) and self.findings[0].code in {REMEMBERED, OVER_BUDGET, KNOWN}


class _Line(NamedTuple):
    name: str
    number: int
    text: str
    daily: DailyName | None


def why_not(files: Files, asked: str, place: Place, *, layout: Layout) -> WhyNot:
    """Why a text is not remembered, and not found by search; reads only.

    Raises UsageError for a text that says nothing or is no line.
    """
    wanted = normalise_line(asked)
    if not wanted or "\n" in asked.strip() or len(asked) > _LONGEST_CHARS:
        raise UsageError("give one line of text", hint='daykeep why-not "what you miss"')
    limits = Limits(place.rules.budget_chars, place.rules.budget_lines)
    listing = open_store(files, place.history, language=place.language, only_reads=True).list_waiting()
    found = find_in_memory(files, asked, memory=place.memory, limits=limits)
    found += find_on_record(files, asked, memory=place.memory, waiting=listing.proposals)
    lines, near = _search(files, asked, place)
    by_log: dict[str, list[_Line]] = {}
    for line in lines:
        by_log.setdefault(line.name, []).append(line)
    explainer = _Explainer(files, place, listing.proposals)
    for some in list(by_log.values())[:SHOWN_LOGS]:
        found += explainer.explain(some)
    unsearched = [_not_indexed(one) for one in find_unsearched(files, WorkspaceSource(files, layout), asked)]
    if not unsearched and names_file(files, asked):
        found.append(Finding(SEARCHED, "search reads this file", asked, next_step=f"daykeep show {asked}"))
    if not lines and not found and not unsearched:
        said = "no log holds it" + (", the nearest lines are below" if near else "")
        found.append(Finding(NEVER_LOGGED, said, next_step=f'daykeep log "{asked}"'))
    return WhyNot(asked, tuple(dict.fromkeys([*found, *unsearched])), () if lines or unsearched else near)


def _not_indexed(one: Unsearched) -> Finding:
    said = f"search does not find it there: {one.reason}"
    return Finding(NOT_INDEXED, said, one.path, one.line, one.text, "daykeep index status")


def _search(files: Files, asked: str, place: Place) -> tuple[list[_Line], tuple[Finding, ...]]:
    """The lines of files of memory that hold the text, latest log first, and those that come nearest."""
    wanted = normalise_line(asked)
    words = set(wanted.split())
    logs = list_daily(files, archive=True, zone=place.zone)[::-1]
    named = {daily.name for daily in logs}
    others = [name for name in files.list_names("memory", recursive=True) if _is_text_beside(name, named)]
    found: list[_Line] = []
    near: list[tuple[float, _Line]] = []
    for name, daily in [*((one.name, one) for one in logs), *((name, None) for name in others)]:
        for number, text in enumerate(_read(files, name), 1):
            normal = normalise_line(text)
            if wanted in normal:
                found.append(_Line(name, number, text, daily))
            elif not found and _shares(words, wanted, normal):
                share = containment(wanted, normal)
                if share >= NEAR:
                    near.append((share, _Line(name, number, text, daily)))
    best = sorted(near, key=lambda pair: -pair[0])[:SHOWN_LOGS]
    nearest = (
        Finding("nearest", f"{share:.0%} of it", line.name, line.number, _safe(line.text))
        for share, line in best
    )
    return found, tuple(nearest)


def _is_text_beside(name: str, logs: set[str]) -> bool:
    """Whether a file of memory is neither a log nor what was looked into already."""
    return (
        name.endswith((".md", ".markdown", ".txt"))
        and name not in logs
        and not name.startswith("memory/notes/")
        and not is_memory_archive(name)
    )


def _read(files: Files, name: str) -> Sequence[str]:
    try:
        document = files.find_document(name)
    except DaykeepError:
        return ()  # what can't be read holds nothing for this purpose
    return document.texts if document is not None else ()


def _shares(words: set[str], wanted: str, normal: str) -> bool:
    """A first look: half of the words, or half of the signs where a script has no words."""
    if len(words) > 1:
        return 2 * len(words & set(normal.split())) >= len(words)
    return bool(normal) and 2 * len(set(wanted) & set(normal)) >= len(set(wanted))


def _safe(text: str) -> str:
    return mask_secrets(text.strip())[0]


def _argument(text: str) -> str:
    """A line as a shell takes it back: without its bullet, quoted."""
    return shlex.quote(_safe(strip_lead(text.strip())))


class _Explainer:
    """Says of lines of logs what became of them, as the next distillation would."""

    def __init__(self, files: Files, place: Place, waiting: Sequence[Proposal]) -> None:
        self.files = files
        self.place = place
        self.state: DistillState = load_state(files)
        self.waiting = waiting

    def explain(self, lines: Sequence[_Line]) -> list[Finding]:
        """The reasons for lines of one file."""
        daily = lines[0].daily
        if daily is None:
            said = "it stands in a file that is no daily log: what is there is not distilled"
            return [self._finding(NO_LOG, said, lines[0], f"daykeep log {_argument(lines[0].text)}")]
        data = self.files.find_bytes(daily.name, limit_bytes=LOG_LIMIT_BYTES + 1) or b""
        if len(data) > LOG_LIMIT_BYTES:
            said = f"its log is larger than {LOG_LIMIT_BYTES:,} bytes, which is not distilled"
            return [self._finding(TOO_LARGE, said, lines[0], "split the log into smaller ones")]
        reading = read_log(self.files, Task(daily.name, daily.day, len(data), None), self.place.rules.profile)
        is_read = self.state.is_read(daily.name, hashlib.sha256(data).hexdigest())
        return [self._explain(line, reading, is_read=is_read) for line in lines[:SHOWN_LOGS]]

    def _explain(self, line: _Line, reading: Reading, *, is_read: bool) -> Finding:
        omitted = next((one for one in reading.found.omissions if one.line == line.number), None)
        holding = [
            outcome
            for outcome in self._outcomes(reading)
            if any(one.number == line.number and one.text is not None for one in outcome.item.lines)
        ]
        if holding:
            finding = self._tell(line, holding[0])
        elif omitted is not None and "score" not in omitted.reason:
            finding = self._finding(
                SKIPPED, f"its line is left out: {omitted.reason}", line, "log it in an entry of its own"
            )
        else:
            finding = self._tell_left(line)
        if not is_read and finding.code != SKIPPED:
            said = f"its log was not distilled since it changed; then: {finding.said}"
            return finding._replace(code=UNREAD, said=said, next_step="daykeep distill --all")
        return finding

    def _outcomes(self, reading: Reading) -> list[Outcome]:
        """What would become of the items of a log if it were read now for the first time."""
        document = self.files.find_document(self.place.memory)
        past = read_past(self.files, document, frozenset())
        cache = None if self.place.rules.profile == CLASSIC else FeatureCache(self.files)
        known = Known(document.texts if document is not None else [], past, self.waiting, cache=cache)
        return plan_distill([reading], known=known, rules=self.place.rules).outcomes

    def _tell(self, line: _Line, outcome: Outcome) -> Finding:
        code, step = outcome.status.replace("_", " "), "daykeep review"
        said = f"as {outcome.item.kind.replace('_', ' and ')} of score {show_score(outcome.item.score)}: {outcome.reason}"
        if outcome.status == PROPOSED:
            code = BELOW_GATE if "below the gate" in outcome.reason else "proposed"
        elif outcome.status == HELD:
            code, step = TOO_LARGE, "log what matters of it in a few lines"
        elif outcome.status == ADDED:
            code, step = (
                NEXT,
                f"daykeep distill --force --since {outcome.item.day} --until {outcome.item.day}",
            )
        elif outcome.status == DUPLICATE:
            code, step = "known already", "nothing: what repeats is not kept twice"
        else:
            step = f"daykeep why {_argument(line.text)}"
        return self._finding(code, said, line, step)

    def _tell_left(self, line: _Line) -> Finding:
        """A line that no item took: the score of its section and what moved it, or the classic rules."""
        step = f"log it with its kind: daykeep log --kind lesson {_argument(line.text)}"
        if self.place.rules.profile == CLASSIC:
            said = "the classic rules take lessons and problems with their fix under such headings; it is neither"
            return self._finding(LEFT, said, line, step)
        for _, verdict in explain_logs(self.files, [line.name], self.place.rules.profile):
            if verdict.first <= line.number <= verdict.last:
                said = f"its section “{verdict.title}” was left with score {show_score(verdict.score)}, too little to keep anything"
                if verdict.kind:
                    kept = ", ".join(map(str, verdict.lines))
                    said = f"its section “{verdict.title}” (score {show_score(verdict.score)}) kept only the lines {kept}"
                reasons = telling(verdict.reasons)
                return self._finding(LEFT, said + (f", because of {reasons}" if reasons else ""), line, step)
        return self._finding(LEFT, "it stands in no section that is read", line, step)

    def _finding(self, code: str, said: str, line: _Line, step: str) -> Finding:
        return Finding(code, said, line.name, line.number, _safe(line.text), step)
