"""Makes small conversations of units for tests of what is stored."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from daykeep.files.store import Files
from daykeep.session.units.group import group_units
from daykeep.session.units.model import Unit
from daykeep.triage.stored.store import StoredTurns
from tests.session.making import agent, calling, messages_of, result, text, use, user

AT = "2026-11-30T10:00:00+08:00"


def turns(*given: Any) -> tuple[Unit, ...]:
    """The units of messages as a list gives them, without what stands before the first one."""
    return group_units(messages_of(*given))[1:]


def talk(*said: str) -> tuple[Unit, ...]:
    """Units of a person and an assistant who speak in turn."""
    return turns(*(user(one) if place % 2 == 0 else agent(text(one)) for place, one in enumerate(said)))


def booking() -> tuple[Unit, ...]:
    """Three units: a search with a tool, a booking, thanks."""
    return turns(
        user("Find me a restaurant in San Jose for 2 people at 7:30 pm on March 3rd."),
        agent(use("t1", "find_restaurants", city="San Jose", date="2026-03-03")),
        user([result("t1", '{"name": "Villa Rosa", "phone_number": "408-555-1234"}')]),
        agent(text("I found Villa Rosa in San Jose.")),
        user("Book it under ord_91."),
        agent(text("Booked, the code is X7Q2.")),
        user("Thanks!"),
        agent(text("Enjoy your evening.")),
    )


def open_store(root: Path, session_id: str = "s1") -> StoredTurns:
    return StoredTurns(Files(root), session_id)


def put(root: Path, units: Sequence[Unit], session_id: str = "s1") -> StoredTurns:
    store = open_store(root, session_id)
    store.put(units, at=AT)
    return store


__all__ = [
    "AT",
    "agent",
    "booking",
    "calling",
    "open_store",
    "put",
    "result",
    "talk",
    "text",
    "turns",
    "use",
    "user",
]
