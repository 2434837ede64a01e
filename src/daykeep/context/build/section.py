"""The values of an assembled context: sections in reading order, each with what it came from and what it lacks."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

STATIC, DYNAMIC = "static", "dynamic"
"""The two parts, before and behind the boundary: the same for everybody, and what belongs to this place and session."""

IMMUTABLE, SESSION, TURN = "immutable", "session", "turn"
"""How long a section may be expected to stay as it is."""

SYSTEM, OPENING, END = "system", "opening", "end"
"""Where a section goes: the system prompt, the user message behind it, or behind the conversation."""

PLACES = (SYSTEM, OPENING, END)

BOUNDARY = "<!-- daykeep:boundary static above, dynamic below -->"
"""The line between the two parts in a context that is written as text. No static file may hold it."""


class Cut(NamedTuple):
    """Something that a section does not show for want of room: which file and lines, why, and its tokens."""

    what: str
    reason: str
    tokens: int


class LeftOut(NamedTuple):
    """A section that is not there at all, and why."""

    key: str
    reason: str


class Piece(NamedTuple):
    """The text of one section, before it has a position; with no text, ``title`` says why there is nothing to say."""

    key: str
    title: str
    text: str
    sources: tuple[str, ...] = ()
    cut: tuple[Cut, ...] = ()


class Section(NamedTuple):
    """One section as it stands in the context. ``position`` counts from 1 in reading order."""

    position: int
    key: str
    title: str
    part: str
    stability: str
    place: str
    text: str
    tokens: int
    sha256: str
    sources: tuple[str, ...]
    cut: tuple[Cut, ...]

    def as_json(self) -> dict[str, Any]:
        """The section as JSON values, without its text."""
        values = self._asdict()
        del values["text"]
        return {**values, "sources": list(self.sources), "cut": [cut._asdict() for cut in self.cut]}


class Draft(NamedTuple):
    """A section (or several that share their room) before the budget is shared out.

    ``fit`` gives the pieces that take at most so many tokens; its second value is what the sections before say
    already. ``need`` is what everything takes and ``floor`` the least that is of use: with less room the draft is left
    out. Lower ``priority`` numbers get their floor first; 0 is never left out. ``weight`` shares what is left over.
    """

    key: str
    part: str
    stability: str
    place: str
    priority: int
    weight: int
    floor: int
    need: int
    fit: Callable[[int, str], tuple[Piece, ...]]


class Context(NamedTuple):
    """An assembled context, without the conversation. The same input gives the same bytes.

    ``key`` is a memo key of this machine alone, over the static part, the user context and the system context; no
    provider ever sees it. ``tokens`` are those of all sections; ``budget`` is 0 where there is none.
    """

    sections: tuple[Section, ...]
    left_out: tuple[LeftOut, ...]
    key: str
    tokens: int
    budget: int
    notes: tuple[str, ...] = ()

    def at(self, *places: str, part: str = "") -> list[Section]:
        """The sections of these places (and this part), in order."""
        return [
            section for section in self.sections if section.place in places and part in {"", section.part}
        ]

    @property
    def static_text(self) -> str:
        """The static part, byte for byte as every output has it."""
        return join(self.at(*PLACES, part=STATIC))


def join(sections: Iterable[Section]) -> str:
    """The texts of sections with an empty line between them."""
    return "\n\n".join(section.text for section in sections)


def hash_of(*texts: str) -> str:
    """The sha256 of texts, each with its length before it: no two lists of texts share one by their joints.

    >>> hash_of("ab", "c") == hash_of("a", "bc")
    False
    """
    digest = sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        digest.update(b"%d\0" % len(data) + data)
    return digest.hexdigest()
