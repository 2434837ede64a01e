"""What is gathered while a file is read: problems, what was not understood, the conversation's id and folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.files.encoding import Problem
from daykeep.text.unicode import repair_surrogates
from daykeep.transcripts.messages.blocks import block_of
from daykeep.transcripts.messages.model import OTHER, Block

if TYPE_CHECKING:
    from datetime import tzinfo

MAX_PROBLEMS = 200


class Gathering:
    """Collects beside the messages. ``zone`` is that of times without one."""

    def __init__(self, name: str, zone: tzinfo) -> None:
        self.name = name
        self.zone = zone
        self.session = ""
        self.folder = ""
        self.given: dict[str, Any] = {}
        self._problems: list[Problem] = []
        self._left_out = 0
        self._unknown: dict[tuple[str, str], list[int]] = {}

    def report(self, line: int, message: str) -> None:
        """Keep a problem; of more than two hundred only the number."""
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(Problem(self.name, line, message))
        else:
            self._left_out += 1

    def name_session(self, session: object, folder: object) -> None:
        """Take the conversation's id and its working folder, the first time they are named."""
        if not self.session and isinstance(session, str):
            self.session = repair_surrogates(session)[0]
        if not self.folder and isinstance(folder, str):
            self.folder = repair_surrogates(folder)[0]

    def unknown(self, line: int, what: str, kind: object) -> None:
        """Note something that is not understood; said once for each kind, with its first line and how often it came."""
        self._unknown.setdefault((what, str(kind)), []).append(line)

    def blocks(self, content: Any, line: int) -> tuple[Block, ...]:
        """The blocks of a content; those not understood are noted."""
        if isinstance(content, str):
            return (block_of(content),)
        found = tuple(block_of(part) for part in content) if isinstance(content, list) else ()
        for block in found:
            self.note(block, line)
        if content is not None and not isinstance(content, list):
            self.unknown(line, "content", type(content).__name__)
        return found

    def note(self, block: Block, line: int) -> None:
        """Note a block that is not understood."""
        if block.kind == OTHER:
            self.unknown(line, "block", block.data.get("type", "without a type"))

    def problems(self) -> tuple[Problem, ...]:
        """All that was found, by line."""
        found = list(self._problems)
        for (what, kind), lines in self._unknown.items():
            often = f" ({len(lines)} times)" if len(lines) > 1 else ""
            found.append(
                Problem(self.name, lines[0], f"{what} '{kind}' is not understood{often}; kept as it is")
            )
        found.sort(key=lambda problem: problem.line)
        if self._left_out:
            found.append(Problem(self.name, found[-1].line, f"{self._left_out} more lines have problems"))
        return tuple(found)
