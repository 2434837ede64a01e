"""The index of a workspace: where it lies, what of it is out of date, and how it is brought up to date."""

from daykeep.search.index.opening import Index, index_folder, leave_index, open_index, renew_index
from daykeep.search.index.plan import Plan, plan_refresh
from daykeep.search.index.refresh import Pace, Refreshed, apply_refresh, refresh

__all__ = [
    "Index",
    "Pace",
    "Plan",
    "Refreshed",
    "apply_refresh",
    "index_folder",
    "leave_index",
    "open_index",
    "plan_refresh",
    "refresh",
    "renew_index",
]
