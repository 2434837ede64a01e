"""Why a prompt cache is missed: what changed between two builds, what changes by itself, what is too small."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.context.cache.compare import compare, describe
from daykeep.context.cache.record import OUTPUTS, TO_ANTHROPIC, load_record
from daykeep.context.cache.volatile import find_volatile
from daykeep.context.instructions.find import find_instructions
from daykeep.context.instructions.model import Asked
from daykeep.doctor.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.reading.subject import Reading


def check_cache(reading: Reading) -> Iterator[Finding]:
    """Every cause for which the last build of a context in the folder missed the cache, or the next one will."""
    yield from _of_builds(reading)
    for file in find_instructions(reading.around, Asked()).files:
        found = find_volatile(file.text)
        if found is not None:
            said = f"{found.what} stands in what is sent first ({found.text}): once it is another one, all behind it is read anew"
            hint = "say where it can be looked up instead"
            yield Finding(f"cache-missed:volatile:{file.path}", "warning", file.path, 0, said, hint)


def _of_builds(reading: Reading) -> Iterator[Finding]:
    if reading.cache is None:
        return
    for output in OUTPUTS:
        record = load_record(reading.cache, str(reading.around.cwd), output)
        last, previous = record.last, record.previous
        if last is None:
            continue
        if output == TO_ANTHROPIC and not last.points:
            said = f"the last build ({last.at}) has no breakpoint: nothing of it is cached"
            hint = "`daykeep context build --to anthropic --explain` says why"
            yield Finding("cache-missed:no-breakpoint", "warning", "", 0, said, hint)
        if previous is None:
            continue
        difference = compare(previous, last)
        if not difference.is_same:
            said = "; ".join(describe(difference, previous))
            yield Finding(f"cache-missed:{output}", "warning", "", 0, said)
