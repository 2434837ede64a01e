"""The five steps of a compaction that loses nothing: restate, categorise, keep decisions, shorten the rest, keep what lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.memory.keeping import update_memory
from daykeep.session.records.store import load_register
from daykeep.session.sync.keeping import keep_records
from daykeep.session.watching.decay import Thresholds
from daykeep.session.watching.refresh import Refresh
from daykeep.session.watching.restating import restate
from daykeep.triage.compress.items import compress_items, items_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from daykeep.files.store import Files
    from daykeep.session.memory.keeping import MemoryUpdate
    from daykeep.session.options.model import Options
    from daykeep.session.units.model import Unit
    from daykeep.triage.compress.items import Item, Report

NOTHING = Refresh("", (), 0)


class Compacted(NamedTuple):
    """What came of it: the block that restates, the items with what became of them, and the session's memory.

    ``kept`` is how many lines of registered information the memory gained, ``refused`` why others may not stand in it.
    """

    refresh: Refresh
    items: tuple[Item, ...]
    report: Report
    memory: MemoryUpdate | None
    kept: int
    refused: Mapping[str, str]


def compact(
    files: Files,
    session_id: str,
    units: Sequence[Unit],
    *,
    options: Options,
    today: date,
    ratio: float | None = None,
    current_round: int | None = None,
    language: str = "en",
    at: str = "",
    days: Mapping[int, date] | None = None,
) -> Compacted:
    """Take the five steps for a session; its history is not changed.

    1. what has decayed is restated (where ``decay.auto_refresh``); 2. every part is put into its category; 3. decisions stay word
    for word; 4. the rest is shortened, least important first, towards the ratio, which is a goal: details that must stay
    stay; 5. the session's memory is brought up to the finished turns and to what is registered.
    """
    limits = Thresholds(options.decay.rounds, options.decay.high_rounds)
    refresh = NOTHING
    if options.decay.enabled and options.decay.auto_refresh:
        refresh = restate(
            files,
            session_id,
            units,
            thresholds=limits,
            current_round=current_round,
            language=language,
            at=at,
        )
    items = tuple(items_of(units))
    chosen = options.compression.target_ratio if ratio is None else ratio
    report = compress_items(items, chosen if options.compression.enabled else 1.0)
    memory = None
    if units:
        memory = update_memory(files, session_id, units, today=today, language=language, days=days)
    records = load_register(files, session_id).records
    kept, gained = keep_records(files, session_id, records, language=language)
    return Compacted(refresh, items, report, memory, gained, kept.refused)
