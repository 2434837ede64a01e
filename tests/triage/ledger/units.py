"""Turns for tests: each a list of (who, kind, text[, name])."""

from __future__ import annotations

from daykeep.session.units.model import AGENT, CALL, PERSON, RESULT, TEXT, TOOL, Part, Unit
from daykeep.text.tokens import count_tokens


def turn(number: int, *said: tuple[str, str] | tuple[str, str, str]) -> Unit:
    """One unit: ``("user", text)``, ``("assistant", text)``, ``("call", arguments, tool)`` or ``("result", text, tool)``."""
    parts = tuple(_part(number * 10 + place, *one) for place, one in enumerate(said))
    return Unit(number, number * 10, (), parts, sum(count_tokens(part.text) for part in parts))


def talk(*pairs: tuple[str, str]) -> list[Unit]:
    """Turns of what a person said and what was answered."""
    return [
        turn(number, ("user", asked), ("assistant", said))
        for number, (asked, said) in enumerate(pairs, start=1)
    ]


def _part(message: int, who: str, text: str, name: str = "") -> Part:
    if who == "call":
        return Part(AGENT, CALL, text, message, name, f"c{message}")
    if who in ("result", "error"):
        return Part(TOOL, RESULT, text, message, name, f"c{message - 1}", who == "error")
    return Part(PERSON if who == "user" else AGENT, TEXT, text, message)
