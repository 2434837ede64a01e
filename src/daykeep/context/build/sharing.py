"""Shares the tokens of a budget among drafts: floors by priority, the rest by weight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.context.budget import share_out
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.context.build.section import Draft


def share_by_priority(amount: int, drafts: Sequence[Draft]) -> list[int]:
    """What each draft gets of ``amount``, in order; 0 for one that is left out because its floor does not fit.

    Nobody gets more than its need. Drafts of priority 0 get their floor or UsageError is raised; of the others the
    lower number goes first, and the earlier one where numbers are the same.
    """
    given = [0] * len(drafts)
    left = amount
    for index in sorted(range(len(drafts)), key=lambda index: drafts[index].priority):
        draft = drafts[index]
        least = min(draft.floor, draft.need)
        if least > left and draft.priority == 0:
            needed = sum(min(each.floor, each.need) for each in drafts if each.priority == 0)
            raise UsageError(
                f"what is never cut takes {needed:,} tokens of a budget of {amount:,}",
                hint="give a larger --budget, or shorter --static files",
            )
        if least <= left:
            given[index] = least
            left -= least
    wants = [
        (draft.weight, draft.need - part if part else 0) for draft, part in zip(drafts, given, strict=True)
    ]
    more = share_out(left, wants)
    return [part + extra for part, extra in zip(given, more, strict=True)]
