"""Schedules in plain words, English and Chinese, so that a person sees what was understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.heartbeat.schedule.cron import MONTH_NAMES, Cron
from daykeep.heartbeat.schedule.kinds import DAY_NAMES, At, Every, EveryDays, Schedule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.heartbeat.schedule.kinds import Occurring

LISTED_TIMES = 4
"""Up to so many times of a day are listed one by one, however regular they are."""
_HAN_DAYS = "一二三四五六日"


def describe(schedule: Occurring, language: str = "en") -> str:
    """The schedule in plain words; ``language`` is ``en`` or ``zh``.

    >>> describe(Cron((540,), weekdays=frozenset({1, 2, 3, 4, 5})))
    'Monday to Friday at 09:00'
    >>> describe(Schedule(7, __import__("datetime").time(23)), "zh")
    '每周日 23:00'
    """
    if isinstance(schedule, Cron):
        return _cron_zh(schedule) if language == "zh" else _cron_en(schedule)
    if language != "zh":
        return schedule.words
    return _plain_zh(schedule)


def _plain_zh(schedule: Occurring) -> str:
    if isinstance(schedule, Schedule):
        day = "每天" if schedule.weekday is None else f"每周{_HAN_DAYS[schedule.weekday - 1]}"
        return f"{day} {schedule.at:%H:%M}"
    if isinstance(schedule, EveryDays):
        return f"每 {schedule.days} 天 {schedule.at:%H:%M}"
    if isinstance(schedule, At):
        return f"一次，{schedule.id.replace('T', ' ')}"
    if isinstance(schedule, Every):
        hours, minutes = divmod(schedule.minutes, 60)
        parts = [f"{hours} 小时"] * bool(hours) + [f"{minutes} 分钟"] * bool(minutes)
        return f"每 {' '.join(parts)}"
    return schedule.words


def _grid(times: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """Minutes and hours whose every combination these times are; None where they are no such grid."""
    minutes = sorted({one % 60 for one in times})
    hours = sorted({one // 60 for one in times})
    return (minutes, hours) if len(minutes) * len(hours) == len(times) else None


def _is_run(numbers: Sequence[int]) -> bool:
    return len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1


def _step(minutes: Sequence[int]) -> int:
    """The step with which minutes go round the whole hour from 0; 0 if they don't."""
    step = 60 // len(minutes)
    return step if list(minutes) == list(range(0, 60, step)) and 60 % step == 0 else 0


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"


def _cron_en(cron: Cron) -> str:
    rate, span = _times_en(cron.times)
    days = _days_en(cron)
    if rate:
        return " ".join(part for part in (rate, span, "" if days == "every day" else days) if part)
    return f"{days} {span}"


def _times_en(times: Sequence[int]) -> tuple[str, str]:
    """How often within a day, if regularly, and from when to when, or the times one by one."""
    grid = _grid(times)
    if len(times) <= LISTED_TIMES or grid is None:
        return "", f"at {_listed([_clock(one) for one in times])}"
    minutes, hours = grid
    step = _step(minutes)
    if len(hours) > 1 and not _is_run(hours):
        at = f"at minute {minutes[0]}" if len(minutes) == 1 else f"at minutes {_listed(map(str, minutes))}"
        return f"{at} of the hours {_listed(map(str, hours))}", ""
    if len(minutes) == 1:
        rate = "every hour" if minutes[0] == 0 or len(hours) < 24 else f"every hour at minute {minutes[0]}"
    elif step:
        rate = "every minute" if step == 1 else f"every {step} minutes"
    else:
        rate = f"every hour at minutes {_listed(map(str, minutes))}"
    return rate, "" if len(hours) == 24 else f"from {_clock(times[0])} to {_clock(times[-1])}"


def _days_en(cron: Cron) -> str:
    by_week = len(cron.weekdays) < 7
    by_month = len(cron.days) < 31
    in_months = (
        ""
        if len(cron.months) == 12
        else f" in {_listed(MONTH_NAMES[one - 1] for one in sorted(cron.months))}"
    )
    week = _weekdays_en(cron.weekdays)
    month = (
        f"on {_month_days_en(sorted(cron.days))}{in_months.replace(' in ', ' of ', 1) or ' of every month'}"
    )
    if by_month and by_week:
        either = f"{month} and on {week}{in_months}"
        return either if cron.either else f"{month}, if it is {week.replace('every ', 'a ')}"
    if by_month:
        return month
    return f"{week if by_week else 'every day'}{in_months}"


def _month_days_en(numbers: Sequence[int]) -> str:
    step = numbers[1] - numbers[0] if len(numbers) > LISTED_TIMES else 0
    if step > 1 and list(numbers) == list(range(numbers[0], numbers[-1] + 1, step)):
        return f"days {numbers[0]} to {numbers[-1]} in steps of {step}"
    shown = f"{numbers[0]} to {numbers[-1]}" if _is_run(numbers) else _listed(map(str, numbers))
    return f"day{'' if len(numbers) == 1 else 's'} {shown}"


def _weekdays_en(weekdays: frozenset[int]) -> str:
    numbers = sorted(weekdays)
    if len(numbers) > 2 and _is_run(numbers):
        return f"{DAY_NAMES[numbers[0] - 1]} to {DAY_NAMES[numbers[-1] - 1]}"
    return f"every {_listed(DAY_NAMES[number - 1] for number in numbers)}"


def _listed(words: object, last: str = " and ", comma: str = ", ") -> str:
    parts = [str(word) for word in words]  # type: ignore[attr-defined]  # any iterable of texts
    return comma.join(parts[:-1]) + last + parts[-1] if len(parts) > 1 else parts[0]


def _cron_zh(cron: Cron) -> str:
    days = _days_zh(cron)
    grid = _grid(cron.times)
    if len(cron.times) <= LISTED_TIMES or grid is None:
        return f"{days} {_listed_zh(_clock(one) for one in cron.times)}"
    minutes, hours = grid
    step = _step(minutes)
    day = "" if days == "每天" else f"{days} "
    if len(hours) > 1 and not _is_run(hours):
        return f"{day}{_listed_zh(hours)} 时的第 {_listed_zh(minutes)} 分"
    if len(minutes) == 1:
        rate = "每小时" if minutes[0] == 0 or len(hours) < 24 else f"每小时第 {minutes[0]} 分"
    elif step:
        rate = f"每 {step} 分钟" if step > 1 else "每分钟"
    else:
        rate = f"每小时第 {_listed_zh(minutes)} 分"
    span = "" if len(hours) == 24 else f"{_clock(cron.times[0])} 至 {_clock(cron.times[-1])} "
    return f"{day}{span}{rate}"


def _days_zh(cron: Cron) -> str:
    by_week, by_month = len(cron.weekdays) < 7, len(cron.days) < 31
    months = "" if len(cron.months) == 12 else f"{_listed_zh(sorted(cron.months))} 月"
    numbers = sorted(cron.weekdays)
    if len(numbers) > 2 and _is_run(numbers):
        week = f"周{_HAN_DAYS[numbers[0] - 1]}至周{_HAN_DAYS[numbers[-1] - 1]}"
    else:
        week = "、".join(f"周{_HAN_DAYS[number - 1]}" for number in numbers)
    days = f"{_listed_zh(sorted(cron.days))} 日"
    if by_month and by_week:
        joined = f"{days}和每{week}" if cron.either else f"{days}且为{week}"
        return f"{months or '每月'} {joined}"
    if by_month:
        return f"{months or '每月'} {days}"
    return f"{months}{'每' + week if by_week else '每天'}"


def _listed_zh(words: object) -> str:
    return _listed(words, "、", "、")
