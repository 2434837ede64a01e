"""The grammar of relative dates in Chinese."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from daykeep.text.dates import spans
from daykeep.text.dates.grammar.tense import COMING, PAST, direction_of, is_habit, is_repeated
from daykeep.text.dates.values import DATE, DAY, RANGE, YEAR, Rule, Scene, Span
from daykeep.text.numerals import han_number

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

_AMOUNT = r"(?:\d{1,4}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二两俩三四五六七八九]|半)"
_UNIT = r"(?:天|日|周|星期|礼拜|个星期|个礼拜|个月|(?<=个半)月|年)"
_WEEK = r"(?:周|星期|礼拜)"
_WHICH = r"(?:下下个?|上上个?|下个?|(?<![赶碰遇晚早线网马])上个?|(?<![版成样基文脚副课剧书])本|这个?)"
_MONTH_WHICH = r"(?:下下个?|上上个?|(?<!以)下个?|(?<![以线])上个?|(?<![版成样基文脚副课剧书])本|这个?)"
_YEAR = r"(?:今年|明年|去年|前年|后年)"
_YEARS = {"今年": 0, "本年": 0, "明年": 1, "后年": 2, "去年": -1, "前年": -2}
_DAYS = {"大前天": -3, "前天": -2, "昨": -1, "昨天": -1, "昨日": -1, "今": 0, "今天": 0, "今日": 0,
         "明": 1, "明天": 1, "明日": 1, "后天": 2, "大后天": 3}  # fmt: skip
_EVENTS = (
    "上线|发布|注册|提交|发货|付款|创建|过期|完成|合并|部署|启动|登录|开始|结束|审批|通过|收到|更新|修改|失败|支付|下单|安装|购买|到期|删除|离开"
    "|入职|毕业|确认|申请|签收|了|每|订单|用户|会话|缓存|链接|验证码|令牌|日志|备份"
)
_DAY_NUMBER = r"(?:[12]\d|3[01]|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])"
_MONTH_NUMBER = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"


@cache
def chinese_rules() -> tuple[Rule, ...]:
    """The rules, more telling ones first."""
    return (
        _rule(r"(?:大前天|大后天|今[天日]|昨[天日]|明日|明天(?![使气线然花空]))", _named_day),
        _rule(r"(?<![然以今之最先])后天(?![天气使性])|(?<![以之])前天(?![天线])", _named_day),
        _rule(r"(?P<said>[今昨明])(?=[晚早晨夜])(?!早[已就])", _named_day),
        *_weekday_rules(),
        *_period_rules(),
        *_month_rules(),
        _rule(rf"(?P<n>{_AMOUNT})(?P<half>个半)?(?P<u>{_UNIT})(?:之|以)?(?P<way>后|前|内)(?![端台来面续半缀])", _amount),
        _rule(rf"(?P<said>(?:未来|接下来)的?(?P<n>{_AMOUNT})(?P<u>{_UNIT}))(?P<way>)(?:内|里|之内)?", _next_days),
        _rule(r"(?<![第A-Za-z0-9#\-号])(?P<d>[12]\d|3[01]|[1-9]|三十一?|二?十[一二三四五六七八九]?)[ ]?号(?![线楼机房店文桌门位院库柜坑路轨仓员会议室服称令码工单牌]|\d)", _number_of_day),
    )  # fmt: skip


def _weekday_rules() -> tuple[Rule, ...]:
    day = r"(?P<day>[一二三四五六日天])"
    daily = r"(?!(?<=日)(?:志|报(?![名销告到备])|常|程|期|均|记))"
    never = r"(?![个次版趟轮份遍一二三四五六七八九十]|例会|周会|晨会|站会|周报|[围鸣])" + daily
    return (
        _rule(
            rf"(?:[每逢隔单双]个?|[一二两三四五六七八九十半几\d])个?{_WEEK}(?:[一二三四五六日天]|末)(?:[、和到至,，][一二三四五六日天])*",
            _nothing,
        ),
        _rule(rf"(?<!下)(?<!上)(?<!本)(?<!这){_WEEK}一(?:到|至|-|~|—)(?:{_WEEK})?[四五六日]", _nothing),
        _rule(rf"(?P<which>{_WHICH}){_WEEK}{day}(?![个次版趟轮份]){daily}", _weekday),
        _rule(rf"{_WEEK}{day}{never}", _weekday),
        _rule(rf"(?P<which>{_WHICH}){_WEEK}末", _weekend),
        _rule(rf"{_WEEK}末(?:前|之前)?", _weekend),
    )


def _period_rules() -> tuple[Rule, ...]:
    return (
        _rule(r"每个?(?:年|月|季度?)(?:年?[底末初中]|的?\d{1,2}[ ]?[号日])?", _nothing),
        _rule(rf"(?P<said>(?P<which>{_WHICH}){_WEEK})(?![期报边年转刊岁密围游长]|一[次个])", _week),
        _rule(rf"(?P<which>{_MONTH_WHICH})月的?(?P<edge>底|末|初|中旬)", _month_edge),
        _rule(rf"(?P<which>{_MONTH_WHICH})月的?(?P<d>{_DAY_NUMBER})[ ]?[号日]", _day_of_month),
        _rule(rf"(?P<which>{_MONTH_WHICH})月(?!份?[刊报票饼])份?", _month_away),
        _rule(r"(?<![\d一二三四五六七八九十个几每本这下上岁日满])月(?P<edge>底|末|初|中旬?)(?![日期尾国])", _month_edge),
        _rule(rf"(?P<year>{_YEAR})(?:年?)(?P<edge>底|末|初|中)", _year_edge),
        _rule(r"(?<![\d今明去前后每])年(?P<edge>底|末|初|中)(?![奖会国等期])", _year_edge),
        _rule(rf"(?<!以)(?P<year>{_YEAR})?(?P<half>[上下]半年)", _half_year),
        _rule(rf"(?<![以之今然从])(?P<year>{_YEAR})(?:度)?", _year),
        _rule(r"(?P<which>下下|上上|下|上|本|这)个?季度(?P<edge>末|底|初)?", _quarter_away),
        _rule(r"季度?(?P<edge>末|底)", _quarter_away),
        _rule(rf"(?P<year>{_YEAR})?(?<!个)(?:第?(?P<q>[一二三四1-4])季度|(?<![A-Za-z0-9_-])Q(?P<q2>[1-4])(?![A-Za-z0-9_:：*-]))(?P<edge>末|底|初)?", _quarter_named),
    )  # fmt: skip


def _month_rules() -> tuple[Rule, ...]:
    month = rf"(?<![\d年第.])(?P<year>{_YEAR})?(?P<m>{_MONTH_NUMBER})[ ]?月"
    month_in_year = rf"(?P<year>{_YEAR})(?P<m>{_MONTH_NUMBER})[ ]?月"
    return tuple(
        _rule(one + rest, read)
        for one in (month_in_year, month)
        for rest, read in (
            (
                rf"[ ]?(?P<d>{_DAY_NUMBER})(?:[ ]?[日号]|(?<=\d)(?![ ]?[\d个%.:/月周年天]))(?:(?:到|至|-|~|—)(?P<to>{_DAY_NUMBER})[ ]?[日号])?",
                _month_day,
            ),
            (r"的?(?P<edge>底|末)", _end_of_month),
            (r"(?:份|(?!份|饼|季|[\d一二三四五六七八九十](?![\d一二三四五六七八九十]?月)))", _month),
        )
    )


def _rule(pattern: str, read: Callable[[re.Match[str], Scene], Span | None]) -> Rule:
    return Rule(re.compile(pattern), read)


def _nothing(_match: re.Match[str], _scene: Scene) -> None:
    return None


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else int(han_number(word) or 0)


_AWAY = {"下": 1, "下下": 2, "上": -1, "上上": -2, "本": 0, "这": 0}


def _away(match: re.Match[str]) -> int:
    return _AWAY[(match.groupdict().get("which") or "本").removesuffix("个")]


def _start_of(match: re.Match[str]) -> int:
    return match.start("said") if "said" in match.re.groupindex else match.start()


def _named_day(match: re.Match[str], scene: Scene) -> Span | None:
    if scene.text[match.end() :].startswith(("的日期", "日期")) or is_repeated(scene.text, *match.span()):
        return None
    return spans.one_day(spans.add_days(scene.today, _DAYS[match[0]]))


def _weekday(match: re.Match[str], scene: Scene) -> Span | None:
    weekday = "一二三四五六日天".index(match["day"])
    weekday = min(weekday, 6)
    if _is_beside_date(match, weekday, scene):
        return None
    if match.groupdict().get("which"):
        monday = spans.week_of(scene.today, _away(match)).first
        return spans.one_day(spans.add_days(monday, weekday), anchor="week")
    if carried := _carried(weekday, match, scene):
        return carried
    if is_habit(scene.text, match.start(), match.end()):
        return None
    past = direction_of(scene.text, match.start(), match.end()) == PAST
    return spans.one_day((spans.past_weekday if past else spans.coming_weekday)(scene.today, weekday))


def _is_beside_date(match: re.Match[str], weekday: int, scene: Scene) -> bool:
    """Whether the weekday only goes with a date that stands right beside it: ``4月9日（周四）``."""
    before, after = scene.text[: match.start()][-6:], scene.text[match.end() :][:12].lstrip(" ,，(（")
    if (
        before.rstrip(" ,，(（").endswith(DATE)
        or after.startswith(DATE)
        or re.match(r"\d{1,2}[ ]?月[ ]?\d", after)
    ):
        return True
    if scene.previous is None or scene.previous.kind != DAY or scene.previous.first.weekday() != weekday:
        return False
    between = scene.text[scene.previous_end : match.start()].strip(" ,，")
    return between in {"(", "（"} or (not between and not match.groupdict().get("which"))


def _carried(weekday: int, match: re.Match[str], scene: Scene) -> Span | None:
    """The day of a weekday that goes on a list or a stretch: ``下周一和周三``, ``周五到周二``."""
    if scene.previous is None or scene.previous_day < 0:
        return None
    between = scene.text[scene.previous_end : match.start()].strip()
    if between in {"到", "至", "-", "~", "—", "–"}:
        return spans.one_day(spans.coming_weekday(scene.previous.first, weekday))
    if between in {"和", "与", "及", "跟", "、", "或", "或者", "，"} and scene.previous.anchor:
        return spans.one_day(
            spans.add_days(spans.week_of(scene.previous.first).first, weekday), anchor="week"
        )
    return None


def _weekend(match: re.Match[str], scene: Scene) -> Span | None:
    if match.groupdict().get("which"):
        return spans.weekend_of(scene.today, _away(match))
    if is_habit(scene.text, match.start(), match.end()) or "不" in scene.text[match.end() :][:3]:
        return None
    past = direction_of(scene.text, match.start(), match.end()) == PAST
    span = spans.weekend_of(scene.today, -1 if past and scene.today.weekday() < 5 else 0)
    return span._replace(after="前") if match[0].endswith("前") else span


def _week(match: re.Match[str], scene: Scene) -> Span:
    return spans.week_of(scene.today, _away(match))._replace(anchor="week")


def _month_edge(match: re.Match[str], scene: Scene) -> Span:
    months, edge = _away(match), match["edge"]
    if not match.groupdict().get("which"):
        direction = direction_of(scene.text, match.start(), match.end())
        months = {
            PAST: -1 if edge in "底末" and scene.today.day < 20 else 0,
            COMING: int(_is_over(edge, scene.today.day, 10)),
        }.get(direction, 0)
    month = spans.month_of(scene.today, months)
    return (
        spans.one_day(month.last)
        if edge in "底末"
        else month._replace(after=" 初" if edge == "初" else " 中旬")
    )


def _is_over(edge: str, now: int, third: int) -> bool:
    """Whether the beginning or middle of a period is over; ``now`` counts in its thirds' unit."""
    return now > {"初": third, "底": 4 * third, "末": 4 * third}.get(edge, 2 * third)


def _is_past(match: re.Match[str], scene: Scene) -> bool:
    return direction_of(scene.text, match.start(), match.end()) == PAST


def _day_of_month(match: re.Match[str], scene: Scene) -> Span | None:
    month, number = spans.month_of(scene.today, _away(match)), _number(match["d"])
    return spans.one_day(month.first.replace(day=number)) if 1 <= number <= month.last.day else None


def _month_away(match: re.Match[str], scene: Scene) -> Span:
    return spans.month_of(scene.today, _away(match))


def _year_away(match: re.Match[str]) -> int | None:
    said = match.groupdict().get("year")
    return _YEARS[said] if said else None


def _year_edge(match: re.Match[str], scene: Scene) -> Span:
    away, edge = _year_away(match), match["edge"]
    if away is None:
        direction = direction_of(scene.text, match.start(), match.end())
        is_late = edge in "底末" and scene.today.month < 7
        away = {PAST: -int(is_late), COMING: int(_is_over(edge, scene.today.month, 4))}.get(direction, 0)
    year = spans.year_of(scene.today, away)
    return year._replace(after=edge) if edge in "初中" else spans.one_day(year.last)


def _half_year(match: re.Match[str], scene: Scene) -> Span:
    year = spans.year_of(scene.today, _year_away(match) or 0)
    middle = year.first.replace(month=6, day=30)
    half = (year.first, middle) if match["half"][0] == "上" else (spans.add_days(middle, 1), year.last)
    return Span(*half, YEAR, after=match["half"])


def _year(match: re.Match[str], scene: Scene) -> Span:
    return spans.year_of(scene.today, _YEARS[match["year"]])


def _quarter_away(match: re.Match[str], scene: Scene) -> Span:
    return _edged(spans.quarter_of(scene.today, _away(match)), match)


def _edged(quarter: Span, match: re.Match[str]) -> Span:
    edge = match["edge"]
    return quarter._replace(after=" 初") if edge == "初" else spans.one_day(quarter.last) if edge else quarter


def _quarter_named(match: re.Match[str], scene: Scene) -> Span:
    number = match["q"] or match["q2"]
    away = _number(number) - ((scene.today.month - 1) // 3 + 1)
    year = _year_away(match)
    if year is not None:
        return _edged(spans.quarter_of(scene.today, away + 4 * year), match)
    past = _is_past(match, scene)
    away += -4 if past and away > 0 else 4 if not past and away < 0 else 0
    return _edged(spans.quarter_of(scene.today, away), match)


def _direction(match: re.Match[str], scene: Scene) -> int:
    follows = scene.text[match.end() :][:2]
    return (
        COMING
        if follows.startswith("前") or follows == "之前"
        else direction_of(scene.text, match.start(), match.end())
    )


def _month_day(match: re.Match[str], scene: Scene) -> Span | None:
    month, number, away = _number(match["m"]), _number(match["d"]), _year_away(match)
    if number > spans.month_of(scene.today.replace(year=2028, month=month, day=1)).last.day:
        return None
    if away is None:
        day = spans.day_of_year(scene.today, month, number, _direction(match, scene))
    else:
        day = scene.today.replace(year=scene.today.year + away, month=month, day=1).replace(day=number)
    if match["to"] is None:
        return spans.one_day(day)
    to = _number(match["to"])
    return Span(day, day.replace(day=to), RANGE) if number < to <= spans.month_of(day).last.day else None


def _named_month(match: re.Match[str], scene: Scene) -> Span:
    away = _year_away(match)
    if away is None:
        return spans.month_named(scene.today, _number(match["m"]), _direction(match, scene))
    return spans.month_of(scene.today.replace(year=scene.today.year + away, month=_number(match["m"]), day=1))


def _end_of_month(match: re.Match[str], scene: Scene) -> Span:
    return spans.one_day(_named_month(match, scene).last)


def _month(match: re.Match[str], scene: Scene) -> Span | None:
    if is_habit(scene.text, match.start(), match.end()):
        return None
    return _named_month(match, scene)


def _amount(match: re.Match[str], scene: Scene) -> Span | None:
    before = scene.text[: match.start()]
    if re.search(rf"(?:(?:{_EVENTS})后?|[A-Za-z0-9][ ]?)$", before[-4:]) or is_habit(
        scene.text, match.start(), match.end()
    ):
        return None  # counted from another day: "three days after the release"
    unit, way = match["u"], match["way"]
    if (match["n"] == "半" and unit not in {"个月", "年"}) or (unit == "日" and not match["n"].isdigit()):
        return None
    sign = -1 if way == "前" else 1
    day = _added(match, scene, sign)
    if unit == "年" and match["n"] != "半":
        return spans.year_of(day) if way != "内" else spans.one_day(day, after="前")
    return spans.one_day(day, after="前" if way == "内" else "")


def _added(match: re.Match[str], scene: Scene, sign: int) -> date:
    kind = {"天": "day", "日": "day", "周": "week", "个月": "month", "月": "month", "年": "year"}.get(
        match["u"], "week"
    )
    half = match["n"] == "半"
    day = scene.today
    if half and kind == "month":
        return spans.add_days(day, sign * spans.HALF_MONTH_DAYS)
    if half:
        return spans.add_months(day, sign * 6)
    day = spans.add_units(day, sign * _number(match["n"]), kind)
    return spans.add_days(day, sign * spans.HALF_MONTH_DAYS) if match.groupdict().get("half") else day


def _next_days(match: re.Match[str], scene: Scene) -> Span | None:
    if match["n"] == "半" and match["u"] not in {"个月", "年"}:
        return None
    return Span(scene.today, _added(match, scene, 1), RANGE)


def _number_of_day(match: re.Match[str], scene: Scene) -> Span | None:
    number, before = _number(match["d"]), scene.text[: match.start()][-6:]
    if is_habit(scene.text, match.start(), match.end()) or re.search(
        r"(?:工单|编号|版本|问题|需求|号码|每个?月|当月)[ ]?$", before
    ):
        return None
    between = scene.text[scene.previous_end : match.start()].strip() if scene.previous else ""
    if scene.previous and between in {"到", "至", "-", "~", "—"}:
        return spans.one_day(spans.coming_day_of_month(scene.previous.first, number))
    past = _direction(match, scene) == PAST
    return spans.one_day(
        (spans.past_day_of_month if past else spans.coming_day_of_month)(scene.today, number)
    )
