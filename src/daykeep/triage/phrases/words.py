"""Words that say nothing by themselves: what a list of facts can do without, in English and Chinese."""

from __future__ import annotations

from functools import cache

_COMMON = """
a about above after again ahead all already alright also am amazing an and another any anybody anyone anything anyway appreciate are around as
ask asked asking assist assistance at available avail awesome away back bad be because been before being believe best better bit both book booked booking bring
bunch but by bye call called can cannot certain certainly check checked checking choice choose chose come complete completed confirm confirmed confirming cool correct
cost costs could course currently data detail details did different do does doing done down each easily either else enjoy enough
ensure even ever every everything exactly excellent expected fantastic feel few find fine first follow following for found free from further
get gets getting give given glad go goes going gone good goodbye got gotcha great had happy has have having he heading hear heard hello help helpful
helping helps her here hers hey hi him his hmm hold hope how however i id idea if im in inconvenience include included including info information
instead interest interested into is issue it its itself ive just keep kind kindly know last later lead least leave left less let lets like liked likes likely list
live lived lives located long look looked looking lot lots love made make makes making many may maybe me mean meet might mind mine minute
moment more most move much must my myself name named names need needed needs new next nice no nope nor not nothing now number of off offer
offered offers oh ok okay on once one ones only oops open option options or order ordered other others our ours out over own particular pay people perfect
perhaps person place placed places plan planned planning pleasant please pleased pleasure possible prefer preference preferences preferred price
priced prices probably problem proceed process processed provide provided question quite rather reach ready really recommend regarding regular request require
required reservation reserve reserved right said same say says search searching second see seem seems seen select selected send sent serve set shall
she should show shows so some somebody someone something sometime somewhere soon sorry sort sound sounds specific spend start started stay
still successful successfully such suggest suggestion suggestions suit suits sure take taken takes taking talk tell than thank thanks that thats
the their theirs them themselves then there these they thing things think this those though through thus time times to together
too total toward try trying turn two type types unable under understand unfortunately until up upon us use used uses using various verified verify
very via visit visiting wait want wanted wants was way we welcome well went were what whatever when where whether which while who
whole whom whose why will wish with within without wonder wonderful wondering work worked working works worries worry would wrong yeah yep yes yet you
your yours yourself apologize apologies apology sir madam although though alot arrive arrives ah alas hence therefore indeed gonna wanna quickly
i'd i'll i'm i've he'd he'll he's she'd she'll she's we'd we'll we're we've you'd you'll you're you've they'd they'll they're they've it'd it'll it's
that'd that'll that's there's here's what's where's who's how's let's aren't can't couldn't didn't doesn't don't hadn't hasn't haven't isn't
mustn't shouldn't wasn't weren't won't wouldn't
"""
_TEMPORAL = """
am pm a.m p.m o'clock oclock morning afternoon evening night noon midnight today tomorrow tonight yesterday monday tuesday wednesday
thursday friday saturday sunday january february march april june july august september october november december week
weeks weekend weekends month year day days hour hours minutes mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec
"""
_DATED = """
am pm a.m p.m monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november
december mon tue wed thu fri jan feb mar apr jun jul aug sep sept oct nov dec today tomorrow tonight
"""
_BRIDGES = "of the this next in at past to after from coming last half quarter a and on by"
_CONNECTORS = (
    "of the and & in on at to for a an i de la le du von van der with or by from y el los las un une et per"
)
_COUNTS = "one two three four five six seven eight nine ten eleven twelve"
_LEADS = "the next this last coming half quarter later day early late every following"
_DENIALS = """
not no never without avoid don't doesn't didn't can't cannot won't wouldn't shouldn't isn't aren't wasn't weren't couldn't haven't hasn't nothing
neither nor none dont doesnt cant wont except
"""
_ABBREVIATIONS = "st ave dr mr mrs ms blvd rd ln co inc ltd jr sr vs ft mt no. dept prof rev gen e.g i.e etc approx pkwy hwy apt ste"


@cache
def common() -> frozenset[str]:
    """English words of every talk, which name nothing."""
    return frozenset(_COMMON.split())


@cache
def temporal() -> frozenset[str]:
    """English words of dates and times of day."""
    return frozenset(_TEMPORAL.split())


@cache
def dated() -> frozenset[str]:
    """Those of them that are no word of a name, however they are written."""
    return frozenset(_DATED.split())


@cache
def bridges() -> frozenset[str]:
    """Words between the parts of a date or a time: "half past 2 in the afternoon"."""
    return frozenset(_BRIDGES.split())


@cache
def connectors() -> frozenset[str]:
    """Words between the parts of a name: "Bank of the West"."""
    return frozenset(_CONNECTORS.split())


@cache
def counts() -> frozenset[str]:
    """Numbers in words."""
    return frozenset(_COUNTS.split())


@cache
def leads() -> frozenset[str]:
    """Words that may open a date or a time: "the 4th", "half past 2"."""
    return frozenset(_LEADS.split())


@cache
def denials() -> frozenset[str]:
    """Words that deny what follows them in their clause."""
    return frozenset(_DENIALS.split())


@cache
def abbreviations() -> frozenset[str]:
    """What ends with a full stop and doesn't end a sentence."""
    return frozenset(_ABBREVIATIONS.split())


HAN_FILLERS: tuple[str, ...] = (
    "谢谢你", "谢谢", "多谢", "不好意思", "麻烦你", "麻烦您", "麻烦", "请问", "请你", "请您", "请帮我", "帮我", "帮忙", "请", "好的", "好吧", "好啊", "好", "嗯", "哦", "那么",
    "我想要", "我想", "我要", "我需要", "我们要", "我们需要", "你可以", "您可以", "可以", "能不能", "能否", "是否", "一下", "看看", "看一下", "告诉我", "您好", "你好", "没问题",
    "当然", "没关系", "不客气", "再见", "明白了", "明白", "知道了", "知道", "是的", "对的", "对", "行", "就是说", "其实", "然后", "所以", "因为", "但是", "不过", "如果",
    "还有", "另外", "已经", "现在", "这个", "那个", "这样", "那样", "什么", "怎么", "吗", "呢", "吧", "啊", "呀", "了", "的话", "的", "我们", "我", "您", "你", "那", "就",
)  # fmt: skip
"""Chinese words at the edges of a clause that name nothing; longer ones first."""
