"""Runs the checks of what an agent reads in a folder; changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.doctor.examine import Report, run_checks
from daykeep.doctor.reading.cache import check_cache
from daykeep.doctor.reading.compaction import check_compaction
from daykeep.doctor.reading.memory import check_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from daykeep.doctor.finding import Finding
    from daykeep.doctor.reading.subject import Reading

CHECKS: tuple[Callable[[Reading], Iterator[Finding]], ...] = (check_memory, check_compaction, check_cache)


def examine_reading(reading: Reading) -> Report:
    """Why a memory is not loaded, a conversation not compacted, a cache missed."""
    return run_checks(CHECKS, reading)
