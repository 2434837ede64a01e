"""What ``daykeep triage log``, ``diff``, ``undo`` and ``replay`` answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.cli.session.choosing import choose_session
from daykeep.errors import DocumentError
from daykeep.loop.means import find_staff, load_policy
from daykeep.operations.choosing import said_minute
from daykeep.triage.hindsight.diff import diff_commit
from daykeep.triage.hindsight.replay import replay_policy
from daykeep.triage.log.why import why_lines
from daykeep.triage.run.desk import Desk
from daykeep.triage.run.judge import survey
from daykeep.triage.view.commit import Head, next_id, plan_undo
from daykeep.triage.view.fold import active_commits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.triage.hindsight.diff import Diff
    from daykeep.triage.hindsight.replay import Replayed

_NOTE_CHARS = 100


def _open(call: Call, given: Mapping[str, Any]) -> tuple[Workspace, Desk]:
    workspace = call.workspace(at=given.get("at"))
    return workspace, Desk(workspace.files, choose_session(call, workspace, given["session"]))


def show_log(call: Call, check_id: str, given: Mapping[str, Any]) -> None:
    """Answer ``log``."""
    workspace, desk = _open(call, given)
    for problem in desk.log.read()[1]:
        call.note(f"{problem.name}, line {problem.line}: {problem.message}")
    if given["why"]:
        name = given["why"].upper()
        records = desk.log.of_unit(name)
        if not records and not any(unit.id == name.partition("@")[0] for unit in desk.load().units):
            raise DocumentError(f"session '{desk.session_id}' has no turn '{given['why']}'")
        local = [{**one, "at": said_minute(str(one.get("at")), workspace.zone)} for one in records]
        call.emit({"session": desk.session_id, "turn": name, "records": records}, why_lines(name, local))
        return
    checks = [one for one in desk.log.checks() if not check_id or one.get("check_id") == check_id]
    if check_id and not checks:
        raise DocumentError(f"session '{desk.session_id}' has no check '{check_id}'")
    units = desk.log.units(check_id) if check_id else []
    outcomes = desk.log.outcomes()
    data = {"session": desk.session_id, "checks": checks, "turns": units, "outcomes": outcomes}
    local = [{**one, "at": said_minute(str(one.get("at")), workspace.zone)} for one in checks]
    gone = _taken_back(desk)
    local = [
        {**one, "outcome": f"{one.get('outcome')}, taken back"} if one.get("check_id") in gone else one
        for one in local
    ]
    call.emit(data, _log_lines(local, units, outcomes))


def _taken_back(desk: Desk) -> set[str]:
    """The checks whose commits were undone."""
    commits = desk.edits.load().commits
    return {one.check_id for one in commits} - {one.check_id for one in active_commits(commits)}


def _log_lines(
    checks: Sequence[Mapping[str, Any]],
    units: Sequence[Mapping[str, Any]],
    outcomes: Sequence[Mapping[str, Any]],
) -> Iterator[str]:
    if not checks:
        yield "no check yet"
    came = {one.get("check_id"): one for one in outcomes}
    for one in checks:
        counts = ", ".join(f"{name} {number}" for name, number in one.get("counts", {}).items())
        after = one.get("tokens_after")
        size = f"{one.get('trigger', {}).get('tokens', 0):,}" + (f" → {after:,}" if after else "")
        yield f"{one.get('check_id')}  {one.get('at')}  {one.get('outcome')}  {size} tokens  {counts}"
        yield f"    {one.get('reason')}"
        realised = came.get(one.get("check_id"))
        if realised:
            found = realised.get("realised", {})
            yield f"    then {found.get('cached', 0):,} tokens came from the cache, {found.get('created', 0):,} were written"
    for one in units:
        yield f"  {one.get('unit_id'):<8} {one.get('final'):<8} {one.get('reason')}"


def show_diff(call: Call, check_id: str, given: Mapping[str, Any]) -> None:
    """Answer ``diff``."""
    _, desk = _open(call, given)
    scene = desk.load()
    found = diff_commit(scene.units, scene.commits, check_id)
    data = {**found._asdict(), "units": [one._asdict() for one in found.units]}
    call.emit({"session": desk.session_id, **data}, _diff_lines(found))


def _diff_lines(found: Diff) -> Iterator[str]:
    yield f"{found.commit_id}: {found.tokens_before:,} → {found.tokens_after:,} tokens, from message {found.first_changed} on"
    for one in found.units:
        stored = f"  {one.stored_id}" if one.stored_id else ""
        note = f"  “{one.note[:_NOTE_CHARS]}”" if one.note else ""
        yield f"  {one.unit_id:<6} {one.before} → {one.after}  {one.tokens_before:,} → {one.tokens_after:,}{stored}{note}"
    if found.block_after != found.block_before:
        yield "facts and index now:"
        yield from (f"  {line}" for line in found.block_after.splitlines())


def undo_check(call: Call, check_id: str, given: Mapping[str, Any]) -> None:
    """Answer ``undo``."""
    workspace, desk = _open(call, given)
    with desk.hold():
        scene = desk.load()
        head = Head(next_id("R", scene.commits, least=len(scene.commits) + 1), workspace.now.isoformat())
        commit = plan_undo(scene.units, scene.commits, head, commit_id=check_id)
        desk.edits.append(commit, after=scene.commits[-1].id if scene.commits else "")
    said = f"{desk.session_id}: {commit.undoes} was taken back; its turns stand in the view as they were said"
    call.emit({"session": desk.session_id, "commit": commit.id, "undoes": commit.undoes}, said)


def replay_log(call: Call, given: Mapping[str, Any]) -> None:
    """Answer ``replay``."""
    workspace, desk = _open(call, given)
    policy = load_policy(workspace, given["policy"])
    scene = desk.load()
    budget = int(workspace.settings["triage.budget_tokens"])
    field = survey(scene, policy, budget=budget, seen=desk.seen)
    by_rules = find_staff(workspace).decider.name == "rules"
    found = replay_policy(desk.log.units(), field, by_rules=by_rules)
    data = {"units": found.units, "same": found.same, "changed": [one._asdict() for one in found.changed]}
    call.emit({"session": desk.session_id, **data}, _replay_lines(found))


def _replay_lines(found: Replayed) -> Iterator[str]:
    yield f"{found.units} turns with an answer on record: {found.same} decided alike, {len(found.changed)} not"
    for one in found.changed:
        yield f"  {one.unit_id:<6} {one.before} → {one.after}: {one.reason}"
