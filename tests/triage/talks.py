"""Short conversations for tests of notes and their checks."""

from __future__ import annotations

from daykeep.session.units.model import AGENT, CALL, PERSON, RESULT, TEXT, TOOL, Part, Unit
from daykeep.text.tokens import count_tokens

FILLER = (
    "I looked through the module, ran the checks and wrote down what I saw in the notes of the project. Everything else is as it"
    " was; the documents are in the usual place and nobody has to do anything about them today."
)


def talk(*said: tuple[str, str]) -> list[Part]:
    """Parts of a turn: ``("user", text)``, ``("assistant", text)``, ``("tool", text)``, ``("call:bash", arguments)``."""
    parts: list[Part] = []
    for number, (who, text) in enumerate(said, 1):
        if who.startswith("call:"):
            parts.append(Part(AGENT, CALL, text, number, name=who.removeprefix("call:"), id=f"c{number}"))
        elif who in {"tool", "failed"}:
            parts.append(
                Part(TOOL, RESULT, text, number, name="bash", id=f"c{number - 1}", is_error=who == "failed")
            )
        else:
            parts.append(Part({"user": PERSON, "assistant": AGENT}.get(who, who), TEXT, text, number))
    return parts


def unit(number: int, *said: tuple[str, str]) -> Unit:
    """A turn of these parts; its messages are of no account here."""
    parts = tuple(talk(*said))
    return Unit(number, 1, (), parts, sum(count_tokens(part.text) for part in parts))
