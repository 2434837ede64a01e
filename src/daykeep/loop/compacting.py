"""Compacts a session because somebody asked for it: restates what fades, takes out turns by category or as one summary, keeps what lasts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import local_day, now_ns
from daykeep.errors import DaykeepError
from daykeep.loop.checking import check_session
from daykeep.loop.commands import ask_before, tell_after
from daykeep.loop.means import find_staff, make_ask
from daykeep.session.extract.extract import message_days
from daykeep.session.memory.document import memory_path
from daykeep.session.memory.keeping import update_memory
from daykeep.session.options.reading import load_options
from daykeep.session.records.store import load_register
from daykeep.session.sync.keeping import keep_records
from daykeep.session.units.model import PERSON, TEXT
from daykeep.session.watching.decay import Thresholds
from daykeep.session.watching.restating import restate
from daykeep.traces.event import REFRESH
from daykeep.triage.checks.source import flatten
from daykeep.triage.choice.options import size_view
from daykeep.triage.compress.items import items_of
from daykeep.triage.ledger.statements import cut_sentences
from daykeep.triage.model import KEEP
from daykeep.triage.run.check import run_check
from daykeep.triage.summary.check import run_summary

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.app import Workspace
    from daykeep.session.options.model import Options
    from daykeep.session.units.model import Unit
    from daykeep.triage.run.ask import Ask, Report
    from daykeep.triage.run.check import Staff
    from daykeep.triage.run.desk import Desk, Scene

TRIAGE, SUMMARY = "triage", "summary"
LEAST_BUDGET = 1_000


class Wish(NamedTuple):
    """What is to be compacted: the mode, the numbers of the first and the last turn (0 and None for all), the user's instructions."""

    mode: str = TRIAGE
    first: int = 0
    last: int | None = None
    instructions: str = ""
    dry_run: bool = False


class Decided(NamedTuple):
    """The statements of the person in turns that left: how many, and how many of them the model still reads word for word."""

    said: int = 0
    in_view: int = 0


class Compaction(NamedTuple):
    """What became of it: the report of the check, the instructions as they were in the end, and the five steps.

    ``restated`` are the records in the block that restates what fades, ``categories`` counts the pieces of what left by their
    kind, ``decided`` is about statements. ``memory`` is the session's memory, "" where it was not written, ``remembered`` how many lines it gained.
    ``problems`` are in words what went wrong beside all this.
    """

    report: Report
    instructions: str
    restated: tuple[str, ...] = ()
    categories: Mapping[str, int] = {}
    decided: Decided = Decided()
    memory: str = ""
    remembered: int = 0
    problems: tuple[str, ...] = ()


def compact_session(workspace: Workspace, desk: Desk, wish: Wish, staff: Staff | None = None) -> Compaction:
    """Compact a session in five steps, between the user's own commands; its history stays whole.

    1. What fades is restated at the end. 2. What leaves is put into categories. 3. Decisions stay word for word. 4. The turns are
    taken out: each by what is decided of it, or all as one summary. 5. The session's memory is brought up to now. The share
    ``session.compression.target_ratio`` is the goal of the fourth step; no detail that must stay is lost for it. Raises RefusedError
    if the command before it says so; then nothing is changed. ``staff`` is who decides and writes, else whom the settings name. With ``dry_run`` no command runs and nothing is written.
    """
    scene = desk.load()
    options, warnings = load_options(workspace.files, workspace.settings)
    tokens = sum(size_view(scene).tokens)
    told = {
        "session": desk.session_id,
        "mode": wish.mode,
        "instructions": wish.instructions,
        "tokens": tokens,
    }
    problems, instructions = [*warnings], wish.instructions
    if not wish.dry_run:
        asked = ask_before(workspace, told)
        instructions = asked.instructions
        problems += [asked.problem] if asked.problem else []
    restated = () if wish.dry_run else _restate(workspace, desk, scene, options)
    staff = (staff or find_staff(workspace))._replace(instructions=instructions)
    ask = _ask(workspace, scene, staff, wish, tokens=tokens, ratio=options.compression.target_ratio)
    run = run_summary if wish.mode == SUMMARY else run_check
    report = check_session(workspace, desk, ask, staff, run=run)
    done = Compaction(report, instructions, restated)
    changed = {one.unit_id.partition("@")[0] for one in report.decisions if one.final != KEEP}
    left = [unit for unit in scene.units if unit.id in changed]
    if report.did:
        found = Counter(item.category for item in items_of(left))
        done = done._replace(categories=dict(sorted(found.items())), decided=_decided(left, desk.load()))
    if not wish.dry_run:
        done = _remember(workspace, desk, scene, done)
    if report.did:
        problems += filter(None, [_tell(workspace, desk, wish, report)])
    return done._replace(problems=(*problems, *done.problems))


def _restate(workspace: Workspace, desk: Desk, scene: Scene, options: Options) -> tuple[str, ...]:
    """Restate what fades, where the options want it; the names of what is restated."""
    if not (options.decay.enabled and options.decay.auto_refresh):
        return ()
    began = now_ns()
    limits = Thresholds(options.decay.rounds, options.decay.high_rounds)
    at = workspace.now.isoformat(timespec="seconds")
    made = restate(
        workspace.files,
        desk.session_id,
        scene.units,
        thresholds=limits,
        language=workspace.language,
        at=at,
    )
    if made.text:
        workspace.trace(REFRESH, began, session=desk.session_id, records=len(made.ids), tokens=made.tokens)
    return made.ids if made.text else ()


def _ask(workspace: Workspace, scene: Scene, staff: Staff, wish: Wish, *, tokens: int, ratio: float) -> Ask:
    """How the check is run: due because it was asked for, and worth it down to the share that is aimed at."""
    goal = max(1, round(tokens * ratio))
    budget = max(LEAST_BUDGET, round(goal / max(0.1, staff.policy.low_watermark)))
    ask = make_ask(workspace, scene, budget=budget)
    return ask._replace(
        force=True, wanted_tokens=goal, first=wish.first, last=wish.last, dry_run=wish.dry_run
    )


def _decided(left: Sequence[Unit], scene: Scene) -> Decided:
    """Of what the person stated in turns that left, how much the view still has word for word."""
    said = {
        flatten(sentence.text)
        for unit in left
        for part in unit.parts
        if part.kind == TEXT and part.actor == PERSON
        for sentence in cut_sentences(part.text)
        if sentence.is_statement
    }
    view = flatten("\n".join(block.text for message in scene.view.messages for block in message.blocks))
    return Decided(len(said), sum(1 for one in said if one in view))


def _remember(workspace: Workspace, desk: Desk, scene: Scene, done: Compaction) -> Compaction:
    """Bring the session's memory up to the finished turns and to what is registered; that it fails changes nothing else."""
    files, name = workspace.files, desk.session_id
    days = message_days(scene.units, lambda at: local_day(at, workspace.zone))
    try:
        memory = update_memory(
            files, name, scene.units, today=workspace.day, language=workspace.language, days=days
        )
        _, gained = keep_records(files, name, load_register(files, name).records, language=workspace.language)
    except DaykeepError as error:
        return done._replace(problems=(f"the session's memory was not written: {error}",))
    return done._replace(memory=memory_path(name), remembered=len(memory.added) + gained)


def _tell(workspace: Workspace, desk: Desk, wish: Wish, report: Report) -> str:
    sizes = {"tokens_before": report.tokens_before, "tokens_after": report.tokens_after}
    told = {"session": desk.session_id, "mode": wish.mode, "summary": report.summary, **sizes}
    return tell_after(workspace, told)
