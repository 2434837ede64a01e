"""How things are, how often and how much, in English and Chinese: one idea a line, its opposite after ``<>``."""

STATES = """
big, large, huge, great, long, bulky, massive, giant, oversized, 大, 巨大, 很大, 较大, 庞大, 大型 <> small, little, tiny, short, compact, brief, minor, 小, 微小, 很小, 较小, 小型
long, lengthy, verbose, wordy, extended, 长, 冗长, 啰嗦, 很长, 过长, 长篇 <> short, brief, concise, terse, succinct, compact, crisp, to the point, 短, 简短, 简洁, 精简, 简明, 简练, 言简意赅, 短小
fast, quick, rapid, speedy, swift, quickly, 快, 迅速, 快速, 很快, 飞快 <> slow, sluggish, laggy, slowly, slows, takes long, 慢, 缓慢, 很慢, 迟缓, 变慢
high, elevated, tall, 高, 较高 <> low, 低, 较低
many, lots, multiple, several, numerous, a lot, plenty, various, 很多, 多个, 许多, 大量, 好几个, 若干, 多 <> few, rare, little, scarce, handful, 少, 很少, 少量, 少数
more, extra, additional, further, another, 更多, 额外, 另外, 再, 还 <> less, fewer, 更少
all, every, each, everything, whole, entire, full, any, complete, everyone, 所有, 全部, 每个, 一切, 全, 整个, 完整, 都, 任何 <> some, partial, part, partly, certain, 部分, 一些, 有些, 某些
only, just, solely, exclusively, merely, nothing but, purely, alone, 只, 仅, 仅仅, 只有, 只能, 单独, 光
first, initially, beforehand, up front, upfront, in advance, ahead, prior, initial, previously, 先, 首先, 事先, 提前, 预先, 最先, 第一 <> last, finally, eventually, afterwards, later, in the end, final, 最后, 最终, 后来, 之后
long-term, long term, durable, lasting, permanent, lasting, 长期, 长期有效, 持久 <> short-term, short term, everyday, day-to-day, 短期, 日常
everyday, day-to-day, daily, 日常, 每天, 每日
new, fresh, latest, recent, up to date, up-to-date, current, newest, 新, 最新, 最近, 新的, 当前 <> old, stale, outdated, previous, former, ancient, obsolete, out of date, older, earlier, past, prior, 旧, 老, 陈旧, 过时, 以前, 之前的, 旧的, 过旧
same, identical, equal, alike, 相同, 同样, 一样, 同一个, 同一 <> different, distinct, another, other, separate, differing, 不同, 另一个, 不一样, 其他, 别的, 独立
right, correct, proper, accurate, correctly, properly, precise, exact, 正确, 准确, 对, 精确 <> wrong, incorrect, false, inaccurate, improper, erroneous, bad, 错误, 错, 不对, 不正确, 不准, 不准确
good, fine, great, nice, well, excellent, ok, okay, 好, 不错, 良好, 优秀 <> bad, poor, terrible, awful, badly, 坏, 差, 糟糕, 不好
better, preferable, superior, best, improved, 更好, 最好, 最佳, 较好, 更优, 优于 <> worse, inferior, worst, 更差, 最差, 更糟
easy, simple, straightforward, trivial, simpler, 简单, 容易, 简易, 轻松 <> hard, difficult, complex, complicated, tricky, 难, 困难, 复杂, 麻烦
safe, secure, harmless, 安全, 稳妥 <> unsafe, insecure, dangerous, risky, hazardous, 危险, 不安全, 有风险, 冒险
public, open, publicly, 公开, 公共, 公网 <> private, internal, confidential, secret, hidden, 私有, 内部, 保密, 私密, 内网, 机密
present, exists, available, there, exist, existing, 存在, 可用, 有, 在场, 已有 <> missing, absent, unavailable, gone, nonexistent, not there, not exist, 不存在, 缺失, 不可用, 没有, 丢失, 缺少
empty, blank, void, 空, 空的, 为空 <> full, filled, populated, nonempty, non-empty, 满, 满的, 非空
stable, reliable, steady, solid, dependable, robust, 稳定, 可靠, 稳健 <> unstable, flaky, unreliable, intermittent, shaky, sporadic, 不稳定, 不可靠, 时好时坏, 偶发
always, every time, each time, constantly, invariably, at all times, consistently, without exception, all the time, 总是, 始终, 永远, 每次, 一直, 一律, 一定, 每一次, 从来都 <> sometimes, occasionally, now and then, at times, once in a while, intermittently, 有时, 偶尔, 有时候, 间或
often, frequently, regularly, usually, normally, typically, generally, mostly, commonly, 经常, 常常, 通常, 一般, 常, 往往, 多半 <> rarely, seldom, hardly, 很少, 不常, 难得
again, once more, anew, afresh, 再次, 重新, 又, 再
immediately, right away, at once, instantly, straight away, promptly, now, asap, as soon as possible, without delay, 立即, 马上, 立刻, 尽快, 当场, 即刻, 第一时间 <> later, afterwards, eventually, in a while, 稍后, 以后, 晚点, 过会儿
automatic, automatically, by itself, on its own, auto, automated, unattended, 自动, 自动化, 自行 <> manual, manually, by hand, hand, hand-edited, 手动, 人工, 手工, 亲手
direct, directly, straight, straightaway, 直接, 径直 <> indirect, indirectly, 间接
explicit, explicitly, clear, clearly, express, expressly, 明确, 显式, 清楚, 清晰 <> implicit, implicitly, vague, unclear, ambiguous, 隐式, 模糊, 含糊, 不清楚
silent, silently, quiet, quietly, without warning, without any error, without telling, without an error, no error, unnoticed, 静默, 悄悄, 默默, 安静, 无声, 没有提示, 没有报错, 不报错 <> loud, noisy, loudly, 吵, 大声
temporary, temporarily, for now, short-lived, ephemeral, tmp, transient, interim, for the time being, 临时, 暂时, 暂且, 短暂 <> permanent, permanently, for good, forever, lasting, durable, persistent, 永久, 永远, 持久, 长久
optional, optionally, voluntary, not required, not necessary, not mandatory, 可选, 选填, 不必, 不强制, 可有可无 <> mandatory, compulsory, required, obligatory, necessary, must, essential, needed, 必须, 必需, 必填, 强制, 必要
possible, feasible, can, able, could, possibly, maybe, perhaps, might, 可能, 可以, 能, 能够, 可行 <> impossible, unable, infeasible, can't, cannot, 不可能, 无法, 不能, 做不到
ready, prepared, set, 就绪, 准备好, 好了 <> unready, not ready, pending, 未就绪, 没准备好
busy, occupied, in use, taken, 忙, 繁忙, 占用, 被占用 <> idle, free, unused, available, vacant, 空闲, 闲, 闲置, 未使用
active, live, alive, running, ongoing, in progress, up, 活跃, 运行中, 进行中, 在线, 存活 <> inactive, dead, dormant, down, offline, 不活跃, 离线, 死了, 休眠, 停机, 挂了
online, 在线, 上线 <> offline, 离线, 下线
remote, remotely, 远程, 远端 <> local, locally, on-site, 本地, 现场
early, earlier, ahead, sooner, 早, 提早, 提前, 更早 <> late, later, behind, tardy, overdue, 晚, 迟, 推迟, 更晚, 迟到
strict, strictly, rigorous, hard, firm, 严格, 严, 硬性 <> lenient, loose, relaxed, soft, 宽松, 松, 软性
important, crucial, critical, vital, key, essential, major, significant, matters, 重要, 关键, 要紧, 核心, 至关重要 <> unimportant, minor, trivial, insignificant, negligible, 不重要, 次要, 无关紧要
urgent, emergency, pressing, 紧急, 急, 加急
extra, redundant, superfluous, unneeded, unnecessary, needless, useless, pointless, 多余, 冗余, 没必要, 不必要, 没用, 无用
cheap, inexpensive, low-cost, affordable, cheaper, 便宜, 廉价, 低成本, 省钱 <> expensive, costly, pricey, dear, dearer, 贵, 昂贵, 高价
free, gratis, at no cost, no charge, 免费, 不要钱 <> paid, 付费, 收费
hot, warm, 热, 暖 <> cold, cool, 冷, 凉
light, bright, 亮, 浅色, 明亮 <> dark, dim, 暗, 深色, 黑暗, 暗色
strong, powerful, 强, 强大 <> weak, feeble, 弱
formal, official, formally, 正式, 官方 <> informal, casual, unofficial, colloquial, 非正式, 随意, 口语, 随便, 口语化
polite, friendly, kind, 礼貌, 友好, 客气 <> rude, blunt, 粗鲁, 直率
happy, glad, pleased, satisfied, 高兴, 满意, 开心 <> unhappy, angry, upset, annoyed, dissatisfied, 生气, 不满, 不高兴, 恼火, 烦
sensitive, delicate, 敏感
valid, legal, well-formed, legitimate, 有效, 合法, 合规 <> invalid, illegal, malformed, ill-formed, 无效, 非法, 不合法, 畸形
unique, distinct, singular, one of a kind, 唯一, 独一无二
parallel, concurrent, in parallel, concurrently, simultaneous, simultaneously, at the same time, together, 并行, 并发, 同时, 一起, 一块 <> serial, sequential, sequentially, one at a time, one by one, in sequence, one after another, in series, 串行, 顺序, 依次, 逐个, 一个一个
synchronous, blocking, 同步, 阻塞 <> asynchronous, async, non-blocking, nonblocking, 异步, 非阻塞
absolute, 绝对 <> relative, 相对
case-sensitive, case sensitive, 区分大小写 <> case-insensitive, case insensitive, 不区分大小写, 忽略大小写
uppercase, upper case, capitals, caps, all caps, 大写 <> lowercase, lower case, 小写
read-only, readonly, read only, 只读 <> writable, writeable, 可写
root cause, actual cause, real cause, underlying, 根因, 根本原因, 真正原因
known, familiar, 已知, 熟悉 <> unknown, unfamiliar, 未知, 陌生
certain, sure, definite, confident, 确定, 肯定, 有把握 <> uncertain, unsure, doubtful, 不确定, 没把握
original, source, initial, raw, 原始, 原, 最初, 原来
final, ultimate, eventual, 最终, 最后
normal, regular, usual, ordinary, standard, 正常, 常规, 普通 <> abnormal, unusual, weird, strange, odd, anomalous, unexpected, 异常, 反常, 奇怪, 不正常, 意外
specific, particular, concrete, certain, specifically, 具体, 特定, 特别 <> general, generic, broad, overall, 一般, 通用, 笼统, 泛泛
random, randomly, arbitrary, 随机, 任意
external, outside, third-party, third party, outer, outward, 外部, 第三方, 外面, 外 <> internal, inside, inner, in-house, 内部, 里面, 内
outside, out of, 之外, 以外, 外面 <> inside, within, 之内, 以内, 里面
left, 左, 左边, 左侧 <> right, 右, 右边, 右侧
top, upper, at the top, above, front, beginning, head, 顶部, 上面, 开头, 最上面, 前面, 头部 <> bottom, lower, at the bottom, below, end, tail, 底部, 下面, 末尾, 最下面, 结尾, 尾部, 后面
ascending, oldest first, 升序, 正序 <> descending, newest first, latest first, reverse, 降序, 倒序, 逆序
newest, latest, most recent, 最新 <> oldest, earliest, 最旧, 最早, 最老
maximum, max, most, at most, highest, largest, upper, 最大, 最多, 最高 <> minimum, min, least, at least, lowest, smallest, no less than, 最小, 最少, 最低, 至少, 不少于
approximately, about, around, roughly, circa, some, nearly, almost, close to, approx, 大约, 约, 左右, 差不多, 将近, 接近, 大概, 近
exactly, precisely, exact, verbatim, literally, word for word, 精确, 恰好, 正好, 原样, 逐字
together, jointly, 一起, 共同, 一同 <> separately, apart, individually, on their own, 分别, 分开, 单独, 各自
currently, now, at present, at the moment, nowadays, these days, presently, 目前, 现在, 当前, 如今, 眼下
already, 已经, 已
still, yet, 仍然, 还, 仍, 依然, 还是
soon, shortly, before long, 很快, 不久, 即将
once, one time, a single time, single, one-off, 一次, 单次, 一回
twice, two times, double, 两次, 两遍, 两回
long time, ages, for long, a while, 很久, 长时间, 很长时间, 久
underneath, beneath, under, below, 下方, 下面, 底下
own, itself, personal, 自己, 自身, 自己的, 个人
dedicated, separate, own, standalone, independent, 专用, 独立, 单独, 专门
shared, common, joint, 共享, 公共, 共用, 共有
idempotent, 幂等
atomic, atomically, all or nothing, 原子, 原子性
incremental, step by step, gradually, bit by bit, little by little, in small steps, 增量, 逐步, 渐进, 一步步, 慢慢
whole, entire, entirely, completely, fully, totally, in full, 整个, 完全, 整体, 彻底
visible, shown, 可见, 看得见 <> invisible, hidden, 不可见, 隐藏, 看不见
readable, legible, 可读, 易读 <> unreadable, illegible, 不可读
noisy, spam, spammy, noise, 噪音, 噪声, 刷屏, 吵
true, yes, real, actual, actually, really, genuine, 真, 真实, 真的, 实际, 实际上, 其实 <> false, no, fake, untrue, 假, 虚假
likely, probably, expected, presumably, 可能, 大概, 多半 <> unlikely, improbable, 不太可能
during, while, throughout, in the middle of, amid, 期间, 过程中, 当中
similar, alike, comparable, resemble, 类似, 相似, 像
clean, tidy, 干净, 整洁 <> dirty, messy, 脏, 乱, 混乱
careful, cautious, carefully, caution, care, 小心, 谨慎, 仔细, 当心, 注意 <> careless, sloppy, 粗心, 马虎, 草率
useful, helpful, valuable, handy, 有用, 有帮助, 有价值, 实用 <> useless, unhelpful, worthless, 没用, 无用, 没价值
popular, common, widespread, 流行, 常见, 普遍 <> rare, uncommon, 罕见, 少见
deep, deeply, thorough, thoroughly, 深, 深入, 彻底 <> shallow, superficial, 浅, 肤浅
alphabetical, alphabetically, 字母顺序
chronological, by date, by time, 按时间
global, globally, system-wide, worldwide, 全局, 全球 <> per-project, locally, 局部, 项目级
default, out of the box, unless told otherwise, unless specified, 默认, 缺省
native, natively, built-in, builtin, built in, 原生, 内置, 自带
step by step, one step at a time, 一步一步, 分步, 逐步
hours, working hours, office hours, business hours, 工作时间, 上班时间, 营业时间
peak hours, rush hour, busy hours, 高峰期, 高峰时段, 高峰
everywhere, anywhere, all over, 到处, 处处, 任何地方
elsewhere, somewhere else, another place, 别处, 其他地方
nothing, none, zero, no one, nobody, 没有, 无, 零
alone, by itself, solo, 单独, 独自
plain, simple, bare, plain text, 纯文本, 纯, 朴素
rich, detailed, elaborate, comprehensive, in detail, in depth, thorough, 详细, 丰富, 详尽, 全面
"""
