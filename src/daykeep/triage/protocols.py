"""What triage asks of others: who decides, who writes notes, who reads usage and prices."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.session.units.model import Part
    from daykeep.triage.model import Distribution


class DeciderLimits(NamedTuple):
    """What one request may hold, and what it costs.

    ``max_questions`` counts the sentinel too; ``max_state_tokens`` is 0 for no limit. ``first_state_tokens`` is what is believed
    to be read until a larger request was shown to be, 0 to believe all. Prices are US dollars for a million tokens.
    """

    max_questions: int
    max_state_tokens: int = 0
    price_in: float = 0.0
    price_out: float = 0.0
    first_state_tokens: int = 0


class UnitView(NamedTuple):
    """What a decider sees of one unit; texts are cut where the limits say, and ``clipped`` tells it.

    ``asked_before`` is what the assistant asked right before it (200 characters), ``user`` what the person said (600),
    ``outcome`` how the assistant ended (300), ``tools`` a line for each call, ``details`` what the whole text holds
    (identifiers, numbers, dates, decisions, errors; 600). ``age`` counts the units after it, ``later_references`` how many of them
    use its details again. ``standing`` says for small talk how things stood before it (`triage.talk.standing`). ``coverage`` is the share of the characters that is shown. ``parts`` is everything: for deciders on this machine,
    never sent anywhere.
    """

    unit_id: str
    asked_before: str
    user: str
    outcome: str
    tools: tuple[str, ...]
    details: tuple[str, ...]
    tokens: int
    age: int
    later_references: int
    superseded_by: str = ""
    duplicate_of: str = ""
    clipped: bool = False
    coverage: float = 1.0
    parts: tuple[Part, ...] = ()
    standing: str = ""

    def said_by(self, actor: str) -> str:
        """The whole texts of one actor, by an empty line; nothing is cut."""
        return "\n\n".join(part.text for part in self.parts if part.actor == actor and part.kind == "text")


class TriageState(NamedTuple):
    """What all questions of a batch share: the goal, the newest request, and what each choice means."""

    goal: str
    request: str
    criteria: Mapping[str, str]
    units: tuple[UnitView, ...]


class Decider(Protocol):
    """Gives one distribution for each unit of a state, in their order.

    May raise ModelError: then nothing is changed. ``is_local`` says that nothing leaves this machine.
    """

    name: str
    version: str
    limits: DeciderLimits
    is_local: bool

    def decide(self, state: TriageState) -> Sequence[Distribution]:
        """One distribution for each of the state's units."""
        ...


class NoteRequest(NamedTuple):
    """One unit that needs a note; ``must`` are the details that it has to name, ``failed`` what was wrong with the last try.

    ``instructions`` are the user's own wishes for it. With ``is_summary`` the source holds several units, and one text is
    wanted for all of them, of as many sentences as it needs.
    """

    unit_id: str
    source: str
    must: tuple[str, ...]
    failed: tuple[str, ...] = ()
    instructions: str = ""
    is_summary: bool = False


class NoteDraft(NamedTuple):
    """What a writer made of one request: one to three sentences, and the details that it says it named."""

    unit_id: str
    note: str
    details: tuple[str, ...] = ()


class NoteWriter(Protocol):
    """Writes notes for several units in one call; may raise ModelError."""

    name: str
    is_local: bool

    def write(self, requests: Sequence[NoteRequest]) -> Sequence[NoteDraft]:
        """A draft for each request that it could serve."""
        ...
