"""What of the traces was sent to a collector already, so that nothing is sent twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.ids import short_hash
from daykeep.traces.log import FOLDER, months, read_events

if TYPE_CHECKING:
    from daykeep.files.store import Files
    from daykeep.traces.event import Event

STATE = f"{FOLDER}/exported.json"


class Waiting(NamedTuple):
    """The events that a collector does not have yet, how many it has, and how far each month goes."""

    events: tuple[Event, ...]
    sent_before: int
    reached: dict[str, int]


def find_waiting(files: Files, address: str, *, since: str) -> Waiting:
    """The events since a day (ISO) that were not sent to this address, oldest month first."""
    state = files.find_state(STATE).value.get(short_hash(address.encode()), {})
    sent = state if isinstance(state, dict) else {}
    events: list[Event] = []
    reached: dict[str, int] = {}
    before = 0
    for month in months(files):
        if month < since[:7]:
            continue
        every, _ = read_events(files, [month])
        done = sent.get(month, 0)
        done = min(done, len(every)) if isinstance(done, int) and done > 0 else 0
        before += done
        events += [event for event in every[done:] if event.at[:10] >= since]
        reached[month] = len(every)
    return Waiting(tuple(events), before, reached)


def mark_sent(files: Files, address: str, waiting: Waiting) -> None:
    """Note that the collector at this address has these events now."""
    key = short_hash(address.encode())

    def change(state: dict[str, object]) -> dict[str, object]:
        known = state.get(key)
        return {**state, key: {**(known if isinstance(known, dict) else {}), **waiting.reached}}

    files.update_state(STATE, change)
