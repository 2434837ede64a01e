"""A session that starts, goes on, or lost its context: what an agent reads when it wakes up.

What the agent loads by itself (its CLAUDE.md with all imports) is left out. After a compaction what the session kept of itself
comes first. A session that is resumed is told nothing if nothing has changed since its last packet.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daykeep.context.budget import CHARS, MINIMUM, TOKENS, Budget, parse_budget
from daykeep.context.safe import safe_path
from daykeep.errors import DaykeepError
from daykeep.hooks.given import find_given, note_packet
from daykeep.hooks.model import CONTEXT_CHARS, QUIET, Answer
from daykeep.hooks.rendering import units
from daykeep.operations.start import Wish, build_packet

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.context.packet import Packet
    from daykeep.hooks.model import Desk, Event

COMPACT, RESUME = "compact", "resume"
WHERE = {
    "en": "Your workspace is {root}. `daykeep log --workspace {root} TEXT` writes into its daily log.\n\n",
    "zh": "你的工作区是 {root}。`daykeep log --workspace {root} 内容` 写入当天的日志。\n\n",
}
"""The agent often works somewhere else: it must know where these files are."""
LOST_CHARS = 4_000
"""What a session kept of itself takes at most so much of the room; the packet needs the rest."""
TRIES = 4
WARM_SECONDS = 0.3
"""So long the index of the search is brought up to date, so that the first prompt finds what is new."""


def answer(event: Event, desk: Desk) -> Answer:
    """The start packet of the session, within what an agent takes of one text; what was left out is said in it."""
    workspace = desk.workspace
    problems: list[str] = []
    source = event.text("source")
    before = WHERE.get(workspace.language, WHERE["en"]).format(root=safe_path(str(workspace.root)))
    before += _lost(event, workspace, problems) if source == COMPACT else ""
    session = "subagent" if event.text("agent_id") else "main"
    wish = Wish(session, _loaded(event, workspace, problems), full=True)
    packet = _fitting(workspace, wish, before, _wished(workspace, problems))
    if session == "main":
        if source == RESUME and find_given(desk.root, event.session_id).packet == packet.sha256:
            return QUIET
        note_packet(desk.root, event.session_id, packet.sha256, packet.shown)
        _warm_up(workspace, desk, problems)
    return Answer(before + packet.text, tuple(problems))


def _lost(event: Event, workspace: Workspace, problems: list[str]) -> str:
    from daykeep.operations.compacted import find_lost

    try:
        lost = find_lost(workspace, event.session_id, most_chars=LOST_CHARS)
        if units(lost) > LOST_CHARS:
            fewer = LOST_CHARS * len(lost) // units(lost)
            lost = find_lost(workspace, event.session_id, most_chars=fewer)
    except DaykeepError as error:
        problems.append(error.message)
        return ""
    return f"{lost}\n" if lost else ""


def _loaded(event: Event, workspace: Workspace, problems: list[str]) -> tuple[str, ...]:
    """The core files and MEMORY.md, as far as the agent loads them by itself where it works."""
    if not os.path.isabs(event.cwd) or not os.path.isdir(event.cwd):  # noqa: PTH112, PTH117 - a string is at hand
        return ()
    import sys
    from pathlib import Path

    from daykeep.app import home_folder
    from daykeep.context.instructions.find import find_instructions
    from daykeep.context.instructions.model import LAUNCH, Around

    around = Around(Path(event.cwd), home_folder(workspace.environ), workspace.environ, sys.platform)
    try:
        found = find_instructions(around)
    except DaykeepError as error:
        problems.append(error.message)
        return ()
    reals = {os.path.realpath(file.real) for file in found.files if file.when == LAUNCH}
    layout = workspace.layout
    names = [*layout.core, *([layout.memory] if layout.memory else [])]
    return tuple(name for name in names if os.path.realpath(workspace.root / name) in reals)


def _wished(workspace: Workspace, problems: list[str]) -> Budget:
    """The budget of the settings; one that is none costs nobody the packet."""
    try:
        return parse_budget(str(workspace.settings["start.budget"]))
    except DaykeepError as error:
        problems.append(f"start.budget: {error.message}")
        return Budget(CONTEXT_CHARS, CHARS)


def _fitting(workspace: Workspace, wish: Wish, before: str, wished: Budget) -> Packet:
    """The packet in the room that is left: the budget of the settings, no more than an agent takes.

    Characters beyond the first plane count twice there, so the budget becomes smaller until the whole fits.
    """
    room = CONTEXT_CHARS - units(before)
    amount = room if wished.unit == TOKENS else min(room, wished.amount)
    packet = build_packet(workspace, wish._replace(budget=f"{amount} {CHARS}"))
    if wished.unit == TOKENS and packet.tokens > wished.amount:
        packet = build_packet(workspace, wish._replace(budget=f"{wished.amount} {TOKENS}"))
    for _ in range(TRIES):
        over = units(packet.text) - room
        if over <= 0:
            break
        amount = max(MINIMUM[CHARS], min(amount, len(packet.text)) - over)
        packet = build_packet(workspace, wish._replace(budget=f"{amount} {CHARS}"))
    return packet


def _warm_up(workspace: Workspace, desk: Desk, problems: list[str]) -> None:
    """Bring the index up to date for a moment; a session starts without it as well."""
    if desk.is_late() or not workspace.settings["hooks.prompt_budget"]:
        return
    try:
        with workspace.hasty_searcher() as searcher:
            searcher.warm_up(WARM_SECONDS)
    except DaykeepError as error:
        problems.append(error.message)
