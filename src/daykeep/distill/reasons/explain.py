"""Why each section of a log was kept or left: the inputs of its score, for a person who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.daily.names import parse_daily_name
from daykeep.distill.logs.reading import CLASSIC
from daykeep.errors import DaykeepError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.distill.extract.full import SectionVerdict
    from daykeep.files.store import Files

_NO_DAY = "1970-01-01"


def explain_logs(files: Files, names: Sequence[str], profile: str) -> list[tuple[str, SectionVerdict]]:
    """Every section of these logs with its verdict, in order; the two classic rules have no score to explain."""
    from datetime import date  # noqa: PLC0415 - only for a name without a day

    from daykeep.distill.extract.full import explain_log  # noqa: PLC0415 - its weights are needed only here

    found: list[tuple[str, SectionVerdict]] = []
    for name in names if profile != CLASSIC else ():
        try:
            document = files.find_document(name)
        except DaykeepError:
            continue  # the run itself has said so
        if document is None:
            continue
        daily = parse_daily_name(name)
        day = daily.day if daily is not None else date.fromisoformat(_NO_DAY)
        found.extend((name, verdict) for verdict in explain_log(name, day, document.texts))
    return found
