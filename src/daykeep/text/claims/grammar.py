"""Words that carry little or that turn a claim round: function words, negation, order, irregular forms."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _pairs(text: str) -> dict[str, str]:
    return {form: basic for form, _, basic in (pair.partition("/") for pair in text.split())}


EMPTY = _words("""
a an the this that these those it its it's they them their there here which who whom whose what is are was were be been being am
do does did doing to of in on at with through via using for from by as and or if then than so such when where while
i we you our your my me us he she his her him will would shall should must have has had having into onto
too very quite really much far highly pretty just also ever own same thing things stuff way let lets please note lesson etc e.g i.e
get gets got getting going go goes gone ie eg vs per s t re ll ve d m one's well how why because since though although however
therefore thus hence otherwise still yet else whether each both either our ours across between among within against along around toward towards behind beyond per during upon onto whether any some anything something everything anyone someone about over up down out
la le les de des du el los las un una en y e o der die das und den dem ein eine zu mit von
einen einem einer eines im zum zur am auf für bei aus ist sind wird werden wurde wurden es sich dass
que se por para con está están hay lo al dans sur aux au est sont il elle qui ce
di da che si è sono gli nel della dei per os as em um uma são é het op voor zijn wordt worden er w z na do się jest
и в во на с со по к за из у о об для при как что это
的 了 着 过 是 在 就 也 很 把 被 将 会 与 和 及 或 而 且 但 但是 为 于 对 对于 让 使 向 往 这 那 其 此 该 这个 那个 这些 那些 个 之
所 以 吧 呢 啊 吗 里 上 下 中 等 那么 这样 如果 若 所以 虽然 然后 才 又 并 并且 则 即 即可 就是 便 地 得 们 我 你 我们 你们 它 它们 他们
进行 一下 种 因此 于是 以及 不过 否则 要么 到 来 去 给 每 件 条 份 只要 一 当 关于 有关 以便 那种 这种 每当 凡是 凡 可 后来 原来 其中 另 另外
""")

NAMES = frozenset({"go", "ie", "us"})
"""Empty words that are names when written as such."""

LIGHT = _words("""
always need needs make use using used work take put thing new good all every only keep via time user can could may might
want sure ensure check first already currently now issue problem way lot really actually again
darf durfen können konnen kann muss müssen mussen soll sollen puede pueden debe deben peut peuvent doit doivent può puo possono deve devono pode podem
mag mogen kan kunnen moet moeten может могут можно нужно надо должен должны może moze mogą moga wolno
必须 务必 一定 要 应该 应 需要 须 总是 始终 使用 用 可以 能 所有 全部 都 每次 先 再 已 已经 目前 现在 问题 都是 还 只 仅 一律 一直 有 没有 改 用户
""")

NEGATORS = _words("""
not no never cannot can't don't doesn't didn't won't isn't aren't wasn't weren't shouldn't mustn't couldn't wouldn't haven't hasn't
without neither nor none nothing dont doesnt cant wont hadn't needn't nobody no-one non lack lacks lacking lacked
不 没 没有 别 勿 切勿 不要 不能 不可 不得 未 无 无法 不会 不应 不应该 不必 无需 不用 不再 不该 不准 不许 不允许 请勿 不可以 千万别 绝不 从不 决不 不需要 不是 并非 没法 莫 毋 没人 无人 未经 尚未 还没 从未 不了
nie nicht kein keine nunca não sin ne pas jamais non mai никогда не нет нельзя jangan tidak bukan không đừng
""")

BANS = _words("""
avoid refrain prevent forbid forbidden prohibit prohibited ban banned disallow disallowed avoiding taboo off-limits
禁止 严禁 避免 杜绝 防止 禁 忌 切忌
""")
"""Words that forbid what stands before or after them in the clause."""

CONTRAST = (
    "instead of", "rather than", "in place of", "as opposed to", "而不是", "而非", "不是", "instead", "over using",
)  # fmt: skip

CLAUSE_WORDS = _words("""
but because since otherwise else even when whenever if while although though so whereas as therefore
但 但是 因为 由于 否则 不然 而是 要不 所以 如果 因此 虽然 只要 才能 即使 哪怕 就算 并且 时 时候 的时候 而且
""")
"""Words that begin a new clause, beyond which a negation doesn't reach."""

UNLESS = _words("until unless before except till 除非 之前 以前 前 除了 才")

TURNERS = {
    "even": "needless", "即使": "needless", "哪怕": "needless", "就算": "needless", "不用": "needless", "无需": "needless", "不必": "needless", "不需要": "needless", "needn't": "needless",
    "until": "unless", "till": "unless", "unless": "unless", "without": "without", "except": "unless", "除非": "unless", "除了": "unless",
    "otherwise": "else", "else": "else", "否则": "else", "不然": "else", "要不": "else", "before": "before", "之前": "before",
    "以前": "before", "前": "before", "才": "only", "才能": "only", "only": "only", "只能": "only", "只有": "only", "只": "only", "仅": "only", "if": "if", "when": "if", "whenever": "if", "如果": "if", "若": "if",
    "要是": "if", "时": "if", "时候": "if", "的时候": "if", "假如": "if",
}  # fmt: skip
"""Words that turn a negation beside them round, by sort."""

PREFERRING = _words("prefer favour favor choose pick like love use want")

AVERTING = _words("avoid avoiding prevent from 避免 防止 杜绝")

PROHIBITIONS = _words(
    "never don't dont not mustn't shouldn't 不要 别 不能 不可 不得 不准 不许 不允许 切勿 请勿 勿 不应 不应该 不该 千万别 绝不 不可以"
)
"""Negations of a whole act, whose verb may stand further off."""

CONSEQUENCE = _words("会 就 则 便 将 就会 将会 的话")
"""What follows from a condition: "not X, will Y" is a condition in Chinese."""

FIRM = PROHIBITIONS | _words("不会 不用 无需 不必 不需要 从不 不再")
"""Negations that never name a condition."""

BACKWARD = _words("不到 不了 不上 不出 不住 不掉 不起 不着 不动")
"""Chinese negations that deny the verb before them."""

ORDER = {
    "before": "left-first", "prior": "left-first", "after": "right-first", "then": "left-first",
    "之前": "right-first", "以前": "right-first", "前": "right-first", "之后": "left-first", "以后": "left-first", "后": "left-first",
    "再": "left-first", "然后": "left-first",
}  # fmt: skip
"""Which side of these words comes first."""

BOUNDS = {
    "before": "before", "until": "before", "till": "before", "after": "after", "since": "after",
    "之前": "before", "以前": "before", "前": "before", "之后": "after", "以后": "after", "后": "after",
}  # fmt: skip
"""On which side of something another thing holds; in Chinese the word stands behind it."""

CLOCK_BOUNDS = frozenset({"until", "till", "since"})
"""Of these, words that say so of numbers only: what is kept until something is kept after it begins, too."""

AFFIRMATIVE = {
    "don't forget": "remember", "do not forget": "remember", "never forget": "remember", "not forget": "remember",
    "not only": "", "no problem": "works", "no doubt": "sure", "no longer than": "max", "not more than": "max", "not longer than": "max", "no more than": "max", "no longer": "not", "no matter": "", "not just": "",
    "别忘了": "记得", "不要忘记": "记得", "不要忘了": "记得", "别忘记": "记得", "勿忘": "记得", "别忘": "记得", "不得不": "必须",
    "不仅": "", "不断": "", "不管": "", "无论": "", "不论": "", "不但": "", "要不": "", "不只": "", "不过": "",
    "能不能": "是否", "是不是": "是否", "有没有": "是否", "忍不住": "", "不一会儿": "", "不超过": "最多", "不多于": "最多", "不少于": "至少", "不低于": "至少",
    "不能超过": "最多", "不要超过": "最多", "不得超过": "最多", "别超过": "最多", "不可超过": "最多", "不能大于": "最多", "不能多于": "最多", "不应超过": "最多",
    "不能低于": "至少", "不得低于": "至少", "不能少于": "至少", "不要少于": "至少", "不得少于": "至少", "不要低于": "至少", "不能小于": "至少",
    "no larger than": "max", "no bigger than": "max", "not exceed": "max", "no fewer than": "min", "no less than": "min", "不久": "",
}  # fmt: skip
"""What looks like a negation and is none, and what it says."""

IRREGULAR = _pairs("""
ran/run wrote/write written/write broke/break broken/break kept/keep lost/lose sent/send built/build found/find forgot/forget
forgotten/forget hung/hang froze/freeze frozen/freeze began/begin begun/begin chose/choose chosen/choose made/make took/take taken/take
gave/give given/give went/go saw/see seen/see told/tell said/say held/hold led/lead left/leave paid/pay taught/teach thought/think
bought/buy caught/catch fell/fall fallen/fall felt/feel grew/grow grown/grow knew/know known/know meant/mean met/meet rose/rise
spoke/speak spent/spend stood/stand sold/sell shown/show threw/throw thrown/throw understood/understand wore/wear won/win ate/eat
eaten/eat drank/drink drove/drive slept/sleep hidden/hide hid/hide brought/bring came/come became/become swapped/swap woke/wake
shrunk/shrink shrank/shrink sought/seek dies/die died/die dying/die tied/tie lying/lie lies/lie stuck/stuck sworn/swear overwritten/overwrite
overwrote/overwrite rewrote/rewrite rewritten/rewrite rebuilt/rebuild reran/rerun withdrawn/withdraw withdrew/withdraw better/better
children/child people/people men/man women/woman indices/index indexes/index analyses/analysis statuses/status aliases/alias
""")

NUMBER_WORDS: dict[str, float] = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "ninety": 90, "hundred": 100, "thousand": 1000, "dozen": 12, "twice": 2, "once": 1, "thrice": 3, "half": 0.5,
}  # fmt: skip

UNITS: dict[str, dict[str, float]] = {
    "time": {
        "ms": 0.001, "millisecond": 0.001, "milliseconds": 0.001, "msec": 0.001, "毫秒": 0.001,
        "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "秒": 1, "秒钟": 1,
        "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "分钟": 60, "分": 60,
        "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600, "小时": 3600, "个小时": 3600, "钟头": 3600,
        "d": 86400, "day": 86400, "days": 86400, "天": 86400, "日": 86400,
        "week": 604800, "weeks": 604800, "周": 604800, "星期": 604800, "个星期": 604800,
        "month": 2592000, "months": 2592000, "个月": 2592000,
        "year": 31536000, "years": 31536000, "年": 31536000,
    },
    "size": {
        "b": 1, "byte": 1, "bytes": 1, "字节": 1, "kb": 1e3, "kib": 1e3, "mb": 1e6, "mib": 1e6, "megabyte": 1e6,
        "megabytes": 1e6, "gb": 1e9, "gib": 1e9, "gigabyte": 1e9, "gigabytes": 1e9, "tb": 1e12, "tib": 1e12, "g": 1e9,
    },
    "share": {"%": 1, "percent": 1, "％": 1, "pct": 1},
}  # fmt: skip

SCALES: dict[str, float] = {
    "k": 1e3,
    "万": 1e4,
    "千": 1e3,
    "百": 100,
    "亿": 1e8,
    "m": 1e6,
    "thousand": 1e3,
    "million": 1e6,
    "hundred": 100,
    "个": 1,
}
