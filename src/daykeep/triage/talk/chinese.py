"""The small talk of Chinese: phrases, the longest first; a message of which anything else is left is not small talk."""

from __future__ import annotations

import re

_PHRASES = {
    "thanks": (
        "谢谢 谢谢你 谢谢您 多谢 感谢 非常感谢 十分感谢 感谢你 感谢您 谢啦 谢了 谢谢了 谢谢啦 蟹蟹 3q 谢 谢谢你的帮助 感谢你的帮助 感谢帮助 谢谢帮忙 感谢帮忙 "
        "谢谢你的帮忙 感谢您的帮助 谢谢您的帮助 麻烦你了 麻烦您了 辛苦了 辛苦啦 辛苦你了 辛苦 太感谢了 感激不尽 多谢了 多谢啦 謝謝 謝謝你 感謝 多謝 谢谢配合 "
        "谢谢支持 谢谢解答 感谢解答 谢谢回复 感谢回复 谢谢提醒 谢谢告知 非常谢谢 太谢谢了 真的谢谢 真是太感谢了 谢谢大家"
    ),
    "parts": (
        "再见 拜拜 拜 88 回见 回头见 明天见 下次见 下次再聊 改天聊 晚安 祝好 先这样吧再见 886 拜了 祝你愉快 祝您愉快 祝你今天愉快 周末愉快 先走了 我先走了 "
        "我先下了 下线了 有空再聊 以后再聊 再聊 再會 掰掰 保重 祝你好运"
    ),
    "closes": (
        "没有了 没有别的了 没别的了 没有其他的了 没有其他问题了 没问题了 没其他问题了 没有问题了 没什么了 没事了 就这些 就这些了 就这样 就这样吧 先这样 "
        "先这样吧 就到这里 就到这里吧 今天就到这 今天就到这里 今天就到这里吧 暂时没有 暂时没有了 暂时就这些 暂时不需要 暂时不用 不用了 不需要了 够了 都有了 "
        "目前没有 目前没有了 目前就这些 没了 没啦 已经够了 没有什么了 没有其它了 没什么事了 不需要别的了 不需要其他的了 我没有别的问题了 可以了 行了 没有 沒有了"
    ),
    "praises": (
        "你真棒 真棒 太棒了 棒 厉害 太厉害了 真厉害 你真好 你太好了 帮大忙了 帮了大忙 你帮了大忙 你帮了我大忙 帮了我很大的忙 做得好 干得好 干得漂亮 很有帮助 "
        "非常有帮助 效率真高 效率很高 好样的 牛 牛啊 牛逼 给力 很给力 真给力 赞 点赞 完美 优秀 不客气 客气了 你真厉害 你太棒了 你太厉害了 好厉害 真快 速度真快"
    ),
    "greets": (
        "你好 您好 大家好 嗨 哈喽 hi hello 早 早上好 上午好 中午好 下午好 晚上好 早安 在吗 在么 在不在 你好啊 你好呀 最近好吗 最近怎么样 你好吗 吃了吗 你們好 你们好 哈囉"
    ),
    "pleased": (
        "好 好的 好滴 好哒 好呀 好啊 好吧 好嘞 好咧 好了 不错 很好 非常好 太好了 挺好 挺好的 真好 满意 很满意 明白 明白了 了解 了解了 知道了 收到 懂了 清楚了 "
        "嗯 嗯嗯 哦 哦哦 噢 ok okay okk 哈哈 哈哈哈 嘿嘿 原来如此 这样啊 原来是这样 没问题 好耶 nice"
    ),
    "agrees": "是 是的 对 对的 可以 行 同意 没错 当然 嗯是的 确定 确认 要 需要 要的 好可以",
    "declines": "不 不用 不需要 不要 不了 不必 不必了 算了 先不 先不用 不行 不可以 否",
    "": "了 啦 呀 啊 哦 呢 吧 那 那就 就 我 你 您 的 先 真 真的 太 也 都 现在 今天 这次 非常 十分 很 那么 目前 暂时 大家 各位 老师 师傅 亲 兄弟 朋友 哥 们 谢 这边 我这边",
}
_KIND_OF = {phrase: kind for kind, phrases in _PHRASES.items() for phrase in phrases.split()}
_LONGEST = max(map(len, _KIND_OF))
_SIGNS = re.compile(r"[^\w]+")
_HAN = re.compile("[\u3400-\u9fff]")
_ASKS = re.compile(r"[?？]|(?:吗|么|呢|没有没有)$")


def has_han(text: str) -> bool:
    """Whether there is any Chinese character in it."""
    return _HAN.search(text) is not None


def read(text: str) -> frozenset[str] | None:
    """The kinds of small talk that a message is made of; None if anything else is in it, or it asks something.

    >>> sorted(read("好的，谢谢，没有别的了") or ())
    ['closes', 'pleased', 'thanks']
    >>> read("好的，用 PostgreSQL") is None, read("7") is None
    (True, True)
    """
    kinds: set[str] = set()
    asks = _ASKS.search(text.strip())
    for run in _SIGNS.split(text.lower()):
        place = 0
        while place < len(run):
            for size in range(min(_LONGEST, len(run) - place), 0, -1):
                kind = _KIND_OF.get(run[place : place + size])
                if kind is not None:
                    kinds.add(kind)
                    place += size
                    break
            else:
                return None
    kinds.discard("")
    if not kinds or (asks and kinds != {"greets"}):
        return None
    return frozenset(kinds)
