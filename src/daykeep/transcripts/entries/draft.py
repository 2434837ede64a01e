"""A conversation while it is read: turns are added in their order, pieces of one answer grow together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import Problem
from daykeep.text.unicode import repair_surrogates
from daykeep.transcripts.turn import TEXT, USER, Turn

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime, tzinfo

LIMIT_TURN_CHARS = 200_000
"""A longer text was pasted; what is said about it stands at its start."""
MAX_PROBLEMS = 100


class ElsewhereError(Exception):
    """The conversation is one of a folder that its reader did not ask for."""


class StartOverError(Exception):
    """What was added to the file changes what was read before: it must be read as a whole."""


class Said(NamedTuple):
    """One piece of a turn before it has a number: ``key`` is shared by the pieces of one answer ("" by none)."""

    role: str
    text: str
    at: datetime | None
    kind: str = TEXT
    speaker: str | None = None
    key: str = ""


class Place(NamedTuple):
    """Where an entry stands: its line, its first byte, and the id of the entry it hangs on ("" for none)."""

    line: int
    offset: int
    link: str = ""


def _clean(text: str) -> str:
    return repair_surrogates(text.replace("\0", "").replace("\r\n", "\n").strip())[0]


class Draft:
    """Collects what is read of one file. ``zone`` is that of times without one; ``tools`` whether output counts."""

    def __init__(
        self,
        name: str,
        *,
        zone: tzinfo,
        tools: bool = False,
        accept: Callable[[str], bool] | None = None,
        before: int = 0,
    ) -> None:
        self.name = name
        self.zone = zone
        self.tools = tools
        self.before = before
        self.session = ""
        self.folder = ""
        self.title = ""
        self.turns: list[Turn] = []
        self.problems: list[Problem] = []
        self.places: list[Place] = []
        """Where each turn begins."""
        self._accept = accept
        self._key = ""
        self._left_out = 0

    def report(self, line: int, message: str) -> None:
        """Keep a problem; of more than a hundred only the number."""
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem(self.name, line, message))
        else:
            self._left_out += 1
            self.problems[-1] = Problem(self.name, line, f"{self._left_out + 1} more lines have problems")

    def enter(self, folder: object) -> None:
        """Take the conversation's working folder, the first time it is named; ElsewhereError if it is not wanted."""
        if self.folder or not isinstance(folder, str) or not folder:
            return
        self.folder = repair_surrogates(folder)[0]
        if self._accept is not None and not self._accept(self.folder):
            raise ElsewhereError

    def require_folder(self) -> None:
        """ElsewhereError if only conversations of one folder are wanted and this one names none."""
        if self._accept is not None and not self.folder:
            raise ElsewhereError

    def name_session(self, session: object) -> None:
        """Take the conversation's id, the first time it is named."""
        if not self.session and isinstance(session, str):
            self.session = repair_surrogates(session)[0]

    def add(self, said: Said, place: Place) -> None:
        """Add what was said; a piece with the key of the one before it becomes part of that turn."""
        text = _clean(said.text)
        if not text:
            return
        if said.key and said.key == self._key and self.turns[-1].role == said.role:
            last = self.turns[-1]
            if len(last.text) < LIMIT_TURN_CHARS:
                text = self._bounded(f"{last.text}\n\n{text}", place.line)
                self.turns[-1] = last._replace(text=text)
            return
        self._key = said.key
        number = self.before + len(self.turns) + 1
        text = self._bounded(text, place.line)
        self.turns.append(Turn(number, said.role, said.speaker, text, said.at, place.line, said.kind))
        self.places.append(place)

    def repeats(self, text: str) -> bool:
        """Whether the last turn says just this."""
        return bool(self.turns) and self.turns[-1].text == _clean(text)

    def _bounded(self, text: str, line: int) -> str:
        if len(text) <= LIMIT_TURN_CHARS:
            return text
        self.report(line, f"a turn of more than {LIMIT_TURN_CHARS} characters; the rest of it is left out")
        return text[:LIMIT_TURN_CHARS]

    def drop_users(self, count: int) -> None:
        """Take back the last ``count`` turns of the user and everything after them."""
        users = [index for index, turn in enumerate(self.turns) if turn.role == USER and turn.kind == TEXT]
        if count <= 0:
            return
        if count > len(users) and self.before:
            raise StartOverError
        cut = users[-count] if count <= len(users) else 0
        del self.turns[cut:]
        del self.places[cut:]
        self._key = ""
