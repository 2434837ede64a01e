"""What ``daykeep context build`` puts together: reads every source once and makes its draft, or says why there is none."""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.cli.context.files import find_approvals
from daykeep.cli.context.notes import find_own_notes, label_notes
from daykeep.cli.searcher import found_searcher
from daykeep.context.build.given import (
    NOTES_SCOPES,
    StaticFile,
    in_force_draft,
    instructions_draft,
    memories_draft,
    packet_draft,
    session_memory_draft,
    static_drafts,
)
from daykeep.context.build.own import ServerNotes, Surroundings, own_drafts
from daykeep.context.build.section import LeftOut
from daykeep.context.build.wording import Wording
from daykeep.context.instructions.find import find_instructions
from daykeep.context.instructions.model import Asked
from daykeep.errors import DaykeepError, StorageError, UsageError
from daykeep.files.encoding import decode
from daykeep.git.snapshot import find_snapshot
from daykeep.operations.rules import find_rules
from daykeep.operations.search import check_question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import date

    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.config import Settings
    from daykeep.context.build.section import Draft
    from daykeep.context.enhance import Passage
    from daykeep.context.instructions.model import Around, InstructionFile, Instructions
    from daykeep.context.packet import Packet

FILE_LIMIT_BYTES = 4 * 1024 * 1024
CHARS_PER_TOKEN = 2
"""A packet's budget in characters is at least so many tokens less, in Chinese as in English."""
NO_WORKSPACE = "there is no workspace here; --workspace names one"
PRIVATE = ("session_memory", "memories", "in_force")
MANY_ROUNDS = 10
"""From so many questions of the person on, what holds is said again at the end."""

MEMORIES = 8
"""So many passages are looked for; what is worth less than most of the best is left out."""


class Place(NamedTuple):
    """Where and when a context is built; the workspace is None where there is none."""

    around: Around
    workspace: Workspace | None
    settings: Settings
    day: date
    zone: str
    language: str


class Sources(NamedTuple):
    """The drafts in reading order, what is not there and why, and what else is to be said."""

    drafts: list[Draft]
    left_out: list[LeftOut]
    notes: list[str]


def find_sources(
    call: Call,
    place: Place,
    given: Mapping[str, Any],
    count: Callable[[str], int],
    *,
    session_id: str,
    rounds: int,
) -> Sources:
    """Everything that this call asks for; the conversation has a name and so many ``rounds``, if there is one."""
    finding = _Finding(call, place, given, count)
    finding.add_static()
    finding.add_own()
    instructions = finding.add_instructions()
    if place.workspace is not None:
        finding.add_packet(place.workspace, instructions)
    else:
        finding.leave_out(["packet", "session_memory"], NO_WORKSPACE)
    if given["session"] == "main":
        finding.add_memory(session_id, rounds)
    else:
        finding.leave_out(PRIVATE, finding.private)
    return finding.found


def _read(name: str) -> tuple[str, str]:
    """A file that the call names: its name and its text."""
    path = Path(name)
    try:
        if path.stat().st_size > FILE_LIMIT_BYTES:
            raise UsageError(f'"{name}" is larger than {FILE_LIMIT_BYTES >> 20} MiB')
        if not path.is_file():
            raise UsageError(f'"{name}" is not a file')
        return name, decode(path.read_bytes(), name).text.replace("\r\n", "\n")
    except FileNotFoundError as error:
        raise UsageError(f'there is no file "{name}"') from error
    except OSError as error:
        raise StorageError(f'can\'t read "{name}": {error.strerror}') from error


class _Finding:
    """One call's sources in the making."""

    def __init__(
        self, call: Call, place: Place, given: Mapping[str, Any], count: Callable[[str], int]
    ) -> None:
        self.call = call
        self.place = place
        self.given = given
        self.count = count
        self.wording = Wording(place.language)
        self.found = Sources([], [], [])

    def leave_out(self, keys: Iterable[str], reason: str) -> None:
        self.found.left_out.extend(LeftOut(key, reason) for key in keys)

    def add_static(self) -> None:
        files = [StaticFile(*_read(name)) for name in self.given["static_files"]]
        self.found.drafts.extend(static_drafts(files, self.count))
        if not files:
            self.leave_out(["static"], "no --static file is named")

    def add_own(self) -> None:
        around = self.place.around
        shell = around.environ.get("SHELL") or around.environ.get("COMSPEC") or ""
        surroundings = Surroundings(
            cwd=str(around.cwd),
            workspace=str(self.place.workspace.root) if self.place.workspace else "",
            system=f"{platform.system()} {platform.release()} ({sys.platform})",
            shell=shell.replace("\\", "/").rpartition("/")[2],
            day=self.place.day,
            zone=self.place.zone,
        )
        drafts = own_drafts(
            surroundings,
            self.wording,
            self.count,
            tools=[name for names in self.given["tools"] for name in names.split(",") if name.strip()],
            servers=[ServerNotes(*_read(name)) for name in self.given["mcp_files"]],
            scratchpad=self.given["scratchpad"] or "",
            git=find_snapshot(around.cwd) if self.given["git"] else None,
        )
        self.found.drafts.extend(drafts)

    def add_instructions(self) -> Instructions:
        paths = tuple(self.given["for_paths"])
        asked = Asked(for_paths=paths, approvals=find_approvals(self.call), count=self.count)
        profile = self.given["profile"]
        instructions = find_instructions(self.place.around, asked, profile=profile)
        kept = [file for file in instructions.files if not self._is_private(file)]
        if kept:
            self.found.drafts.append(instructions_draft(kept, self.wording, self.count))
        else:
            self.leave_out(["instructions"], f"no instruction file by the rules of {profile}")
        for skipped in instructions.skipped:
            self.leave_out([f"instructions:{skipped.path}"], f"{skipped.reason} ({skipped.code})")
        for file in instructions.files:
            if file not in kept:
                self.leave_out([f"instructions:{file.path}"], self.private)
        self.found.notes.extend(instructions.notes)
        return instructions._replace(files=tuple(kept))

    @property
    def private(self) -> str:
        return f"private, never in a {self.given['session']} session"

    def _is_private(self, file: InstructionFile) -> bool:
        """Whether a file is memory that this kind of session does not read."""
        if self.given["session"] == "main":
            return False
        workspace = self.place.workspace
        if file.scope in NOTES_SCOPES:
            return True
        memory = workspace.layout.memory if workspace is not None else ""
        return (
            workspace is not None and bool(memory) and Path(file.real) == (workspace.root / memory).resolve()
        )

    def add_memory(self, session_id: str, rounds: int) -> None:
        """What only the person's own session reads: its memory, what is known, what still holds."""
        workspace, query = self.place.workspace, self.given["query"]
        if workspace is not None:
            self._add_session_memory(workspace, session_id)
        if query:
            passages = list(self._passages(check_question(query)))
            self.found.drafts.append(memories_draft(passages, self.place.language))
        if workspace is not None and rounds >= MANY_ROUNDS:
            draft = in_force_draft(find_rules(workspace.files), self.wording, self.count)
            if draft is not None:
                self.found.drafts.append(draft)

    def add_packet(self, workspace: Workspace, instructions: Instructions) -> None:
        """The start packet, without the files that stand among the instructions already."""
        from daykeep.context.budget import TOKENS, Budget, parse_budget
        from daykeep.context.start import Request
        from daykeep.context.wake import wake
        from daykeep.operations.start import find_lists

        session, root = self.given["session"], workspace.root
        reals = {Path(file.real) for file in instructions.files}
        already = tuple(name for name in workspace.layout.core if (root / name).resolve() in reals)
        days = int(workspace.settings["daily.todo_days"])
        request = Request(session, self.place.day, full=True, already=already, todo_days=days)
        lists = find_lists(workspace, session)

        def build(tokens: int) -> Packet:
            return wake(
                workspace.files,
                workspace.layout,
                request,
                zone=workspace.zone,
                language=workspace.language,
                budget=Budget(tokens, TOKENS),
                lists=lists,
            )

        usual = parse_budget(str(self.place.settings["start.budget"]))
        most = usual.amount if usual.unit == TOKENS else usual.amount // CHARS_PER_TOKEN
        self.found.drafts.append(packet_draft(build, most, self.count))

    def _add_session_memory(self, workspace: Workspace, session_id: str) -> None:
        key = ["session_memory"]
        if not session_id:
            self.leave_out(key, "no session is named: --session-id or --messages names one")
            return
        name = f"memory/sessions/{session_id}.md"
        try:
            data = workspace.files.find_bytes(name, limit_bytes=FILE_LIMIT_BYTES)
        except DaykeepError as error:
            self.leave_out(key, error.message)
            return
        if data is None:
            self.leave_out(key, f"there is no {name}")
            return
        text = decode(data, name).text
        self.found.drafts.append(session_memory_draft(name, text, self.wording, self.count))

    def _passages(self, query: str) -> Iterator[Passage]:
        from daykeep.operations.enhance import passage_of
        from daykeep.search.answer import Asking
        from daykeep.search.answer.passages.hit import worth_reading

        workspace = self.place.workspace
        if workspace is not None:
            with found_searcher(self.call, workspace) as searcher:
                answer = searcher.answer(query, Asking(workspace.day, limit=MEMORIES))
            self.found.notes.extend(answer.notes)
            yield from label_notes(workspace.files, map(passage_of, worth_reading(answer.hits)))
        own = find_own_notes(self.place.around, query, self.place.day)
        self.found.notes.extend(own.problems)
        yield from own.passages
