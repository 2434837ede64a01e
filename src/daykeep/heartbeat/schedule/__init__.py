"""When a job is due: the kinds of schedules, the texts they are written as, and the words they are echoed in."""

from daykeep.heartbeat.schedule.cron import Cron
from daykeep.heartbeat.schedule.kinds import (
    DAY_NAMES,
    At,
    Every,
    EveryDays,
    Occurring,
    Period,
    Schedule,
    coming,
)
from daykeep.heartbeat.schedule.parse import parse_schedule
from daykeep.heartbeat.schedule.words import describe

__all__ = [
    "DAY_NAMES",
    "At",
    "Cron",
    "Every",
    "EveryDays",
    "Occurring",
    "Period",
    "Schedule",
    "coming",
    "describe",
    "parse_schedule",
]
