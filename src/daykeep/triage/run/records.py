"""What a check writes into the log: what was suggested, what became of it, and what was made. Pure."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.session.units.segments import parse_segment_id
from daykeep.transcripts.messages.model import ASSISTANT
from daykeep.triage.economics.realised import Prediction, predict
from daykeep.triage.economics.verdict import COLD
from daykeep.triage.log.record import Judged, check_record, unit_record
from daykeep.triage.log.record import Made as Result
from daykeep.triage.model import KEEP, Decision, Gate
from daykeep.triage.run.ask import COMMITTED
from daykeep.triage.view.build import build_view
from daykeep.triage.view.model import first_difference

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from daykeep.transcripts.messages.model import Message
    from daykeep.triage.choice.choose import Choice, Option
    from daykeep.triage.log.record import Header, Judge
    from daykeep.triage.notes.plan import Outcome
    from daykeep.triage.run.ask import Report
    from daykeep.triage.run.desk import Scene
    from daykeep.triage.run.judge import Field, Judgement
    from daykeep.triage.trigger.trigger import Trigger

ECONOMICS, NOTES, ROOM = "economics", "notes", "room"
"""The gates behind the decider's: whether it pays now, whether a note could be made, whether there is room."""


class Told(NamedTuple):
    """What a check knows when it writes its records."""

    header: Header
    field: Field
    trigger: Trigger
    judgement: Judgement
    judge: Judge
    cold: float
    remaining_calls: float


def settle(told: Told, choice: Choice, notes: Mapping[str, Outcome]) -> tuple[Decision, ...]:
    """The decisions as they came out: what is not chosen stays for now, what has no note is stored or stays."""
    chosen = {option.unit_id: option for option in choice.options}
    found = []
    for decision in told.judgement.decisions:
        option = chosen.pop(decision.unit_id, None)
        if decision.final == KEEP and option is None:
            found.append(decision)
        elif option is None:
            found.append(_left(decision, choice))
        else:
            found.append(_made(decision, option, notes.get(decision.unit_id), choice))
    for option in chosen.values():
        decision = Decision(option.unit_id, KEEP, option.action, option.reason)
        found.append(_made(decision, option, notes.get(option.unit_id), choice))
    return tuple(found)


def _left(decision: Decision, choice: Choice) -> Decision:
    gate = Gate(ECONOMICS, passed=False, detail=choice.verdict.why)
    why = f"{decision.reason}; left for now: {choice.verdict.why}"
    return decision._replace(final=KEEP, reason=why, gates=(*decision.gates, gate))


def _made(decision: Decision, option: Option, note: Outcome | None, choice: Choice) -> Decision:
    gates = [*decision.gates]
    if option.action != decision.final:
        gates.append(Gate(ROOM, passed=False, detail=option.reason))
    gates.append(Gate(ECONOMICS, passed=True, detail=f"{choice.verdict.kind}: {choice.verdict.why}"))
    final, reason = option.action, option.reason or decision.reason
    if note is not None:
        final, reason = note.action, note.reason or reason
        gates.append(Gate(NOTES, passed=final == option.action, detail=note.reason))
    return decision._replace(final=final, reason=reason, gates=tuple(gates))


def make_records(
    told: Told,
    choice: Choice,
    report: Report,
    scene: Scene,
    *,
    notes: Mapping[str, Outcome],
    stored: Mapping[str, str],
) -> list[dict[str, Any]]:
    """The record of the check, then one for each unit that was judged or changed."""
    counts = Counter(decision.final for decision in report.decisions)
    prediction, first = _predict(choice, report, scene)
    whole = check_record(
        told.header,
        told.trigger,
        judge=told.judge,
        outcome=report.outcome,
        reason=report.reason,
        counts=counts,
        tokens_after=report.tokens_after if report.outcome == COMMITTED else None,
        cost=choice.cost,
        cold=told.cold,
        remaining_calls=told.remaining_calls,
        verdict=choice.verdict,
        prediction=prediction,
        signed=report.commit.signed if report.commit else None,
        first_changed=first,
    )
    return [whole, *_of_units(told, report, scene, notes, stored)]


def _of_units(
    told: Told, report: Report, scene: Scene, notes: Mapping[str, Outcome], stored: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    units = {unit.id: unit for unit in scene.units}
    views = {view.unit_id: view for view in told.field.views}
    for decision in report.decisions:
        span = parse_segment_id(decision.unit_id)
        name = span.unit_id if span else decision.unit_id
        view, unit = views[name], units[name]
        judged = Judged(decision.unit_id, unit.sha, unit.tokens, view.clipped, view.coverage)
        note, stored_id = notes.get(decision.unit_id), stored.get(decision.unit_id, "")
        made = Result(note.note, stored_id, note.validation) if note else Result(stored_id=stored_id)
        yield unit_record(told.header, judged, decision, made)


def _predict(choice: Choice, report: Report, scene: Scene) -> tuple[Prediction | None, int | None]:
    """What the next call should find in the cache, and the first message of the view that changes."""
    if report.commit is None:
        return None, None
    after = build_view(scene.units, (*scene.commits, report.commit))
    first = first_difference(scene.view, after)
    prefix = max(
        0, choice.tokens_after - choice.cost.rewritten
    )  # both as planned: what stands before is not touched
    behind = max(0, report.tokens_after - prefix)
    is_cold = choice.verdict.kind == COLD
    return predict(prefix=prefix, rewritten=behind, cold=is_cold), first


def gaps_of(messages: Sequence[Message]) -> list[float]:
    """The pauses between the answers of a conversation in seconds, as far as their times are known."""
    times = [one.at for one in messages if one.role == ASSISTANT and one.at is not None]
    return [(later - earlier).total_seconds() for earlier, later in pairwise(times)]
