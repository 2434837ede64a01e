"""Ways of saying the everyday things of work, in English and Chinese: one idea a line, its opposite after ``<>``."""

PHRASES = """
slow, slower, slow down, take longer, longer, lag, crawl, drag, takes ages, 慢, 变慢, 拖慢, 耗时更长, 时间增加, 卡顿 <> fast, faster, speed up, quicker, accelerate, twice as fast, 快, 更快, 提速, 加快, 提升, 缩短
wants, would like, asks for, asked for, likes to get, expects, send him, send her, gets, 希望, 想要, 要求, 想收到, 期望, 希望收到
eight, eight o'clock, 八点
start up, come up, boot, starting, startup, launch, start, 起来, 启动, 开起来 <> fail to start, won't start, doesn't start, didn't start, not start, failed to start, does not start, did not start, start-up failure, 起不来, 启动失败, 无法启动, 启动不了, 没启动
in use, taken, occupied, already used, used by another, busy, 被占用, 占用, 占着
break, fall over, stop working, stops working, is broken, go down, 坏, 失灵, 没反应
know, sure, certain, confident, 确定, 有把握 <> unsure, not sure, uncertain, in doubt, unclear, 不确定, 拿不准, 没把握, 不清楚
guess, make up, assume, speculate, invent, 猜, 瞎猜, 猜测, 乱猜, 臆测, 想当然, 自作主张
concurrent, concurrency, parallel, simultaneous, in parallel, at once, at a time, 并发, 并发数, 并行, 同时
trigger, hit, run into, cause, kick in, set off, 触发, 引发, 撞上, 碰到
rate limit, rate-limit, throttle, throttling, rate limiting, limited, 限流, 限速, 频率限制, 触发限流
re-authorize, re-authorise, reauthorize, grant again, authorize again, authorise, authorize, grant, grant access, 重新授权, 授权, 再授权
polling, poll, 轮询
lactose, dairy, milk, cow's milk, 牛奶, 乳糖, 奶
intolerant, intolerance, allergic, allergy, cannot digest, 不耐受, 过敏
expense report, expenses, reimbursement, expense claim, 报销, 报销单
proper nouns, proper noun, names, terms, 专有名词, 专名
size, dimensions, resolution, measure, 尺寸, 分辨率, 大小
cover, cover image, thumbnail, 封面, 封面图
hand over, handover, pass on, hand off, 交接, 移交, 转交
look after, take over, cover for, stand in, 代班, 接手, 顶替, 处理
vacation, holiday, leave, away, time off, out of office, off, 休假, 放假, 不在, 请假
ticket, tickets, case, issue, 工单, 票
trash, recycle bin, bin, 回收站, 垃圾桶
pair, pairing, re-pair, connect again, paired, 配对, 重新配对
power loss, lose power, losing power, power cut, power outage, unplugged, 断电, 停电, 掉电
maintenance, under maintenance, serviced, 维护, 检修
unreachable, unavailable, down, offline, not available, can't be reached, 不可用, 无法调用, 无法访问, 访问不了, 连不上, 打不开 <> reachable, available, up, online, 可用, 能访问, 打得开
internet access, internet, online, outside network, external network, reach the internet, 外网, 联网, 互联网, 上网
offline install, offline, 离线
unzip, extract, decompress, unpack, 解压, 解压缩
garbled, mojibake, broken characters, garbles, garbled text, wrong characters, 乱码
count, include, contain, cover, comprise, 统计, 包含, 包括, 计入, 算
finished, completed, done, closed, 完成, 完成了, 已完成, 做完 <> unfinished, open, pending, incomplete, not done, 未完成, 没完成, 没做完
conclusion, result, outcome, bottom line, 结论, 结果
expiry, expiration, ttl, expiry time, lifetime, 过期时间, 有效期, 过期
stale, old, outdated, not updated, not fresh, out of date, 旧, 旧的, 不更新, 陈旧, 过时 <> fresh, up to date, current, 新, 最新, 更新
missing, lack, not there, absence, without, absent, 缺少, 没加, 没有, 缺, 少了 <> present, there, has, exists, 有, 存在, 加了
appear, show up, be in, get into, occur in, end up in, 出现在, 写进, 出现, 进入
on your own, by yourself, unprompted, proactively, on its own initiative, unasked, 主动, 自作主张, 擅自
any more, anymore, any longer, still, 再
maintained, supported, kept up, actively developed, 维护, 有人维护, 更新
spicy, hot food, chili, 辣, 辣椒
wash, clean, 洗, 清洗
pick up, collect, fetch, 接, 取, 领
child care, kids, children, 孩子, 小孩
occupied, no time, busy, unavailable, not available, not free, 没空, 有事, 忙, 没时间 <> free, available, has time, 有空, 空闲
at night, overnight, during the night, in the night, after dark, 夜里, 半夜, 晚上, 夜间
work week, working days, weekdays, 工作日, 平日
twice a day, two times a day, 一天两次, 每天两次
per person, each person, 人均, 每人
headcount, number of people, 人数
straight to, directly to, right into, 直接到, 直接
behind, in the back, 后面, 背后
publicly visible, public, open to all, anyone can see, 公开, 所有人可见
get rid of, remove, drop, ditch, scrap, do away with, take away, 去掉, 移除, 取消, 砍掉, 拿掉
bring in, introduce, add, adopt, roll out, 引入, 加入, 新增
go back to, revert to, return to, switch back, 改回, 换回, 恢复到, 退回
turn out, prove, found to be, 原来是, 结果是, 发现是
hand-written, handwritten, by hand, 手写
typed, digital, electronic, 电子, 电子版
printed, on paper, paper, hard copy, 纸质, 打印版, 纸质版
swap, exchange, trade, replace, 换, 交换, 对调
mix up, confuse, confusion, mistake for, 混淆, 搞混, 弄混
depend on the order, order dependent, order matters, in the right order, 依赖顺序, 跟顺序有关, 顺序依赖
leave open, keep open, not close, never close, never closed, 不关, 没关, 一直开着 <> close, closed, shut, 关, 关闭, 关掉
get stuck, stuck, hang, freeze, block, deadlock, 卡住, 卡死, 僵死, 停住
be careful, watch out, beware, take care, mind, caution, attention, pay attention, 小心, 注意, 当心, 留神, 留意
worth knowing, good to know, note, 值得注意, 需要注意
work out, figure out, solve, 弄清, 搞清楚, 解决
double-check, verify twice, cross-check, 复核, 再次确认, 反复确认
run out, exhausted, used up, no more, depleted, ran out, 用完, 耗尽, 用光, 没了
out of date, behind, not in sync, out of sync, 不同步, 落后
crash loop, keeps crashing, crashes repeatedly, 反复崩溃, 循环重启, 一直崩溃
power, electricity, current, voltage, 电, 电源, 电压, 供电
by default, unless configured, default, 默认, 默认情况下
on demand, when needed, as needed, if needed, 按需, 需要时, 有需要
in advance, beforehand, ahead of time, early, upfront, 提前, 事先, 预先
on time, punctual, in time, 按时, 准时, 及时 <> late, delayed, overdue, 迟, 延迟, 晚, 逾期
in real time, live, real-time, instantly, 实时, 即时
side by side, parallel, next to, 并排, 并列
hidden, invisible, not visible, not shown, 隐藏, 不可见, 不显示 <> visible, shown, displayed, 显示, 可见
in plain text, unencrypted, cleartext, plain, 明文, 未加密 <> encrypted, 加密, 密文
signed in, logged in, authenticated, 已登录, 登录状态 <> logged out, signed out, kicked out, loses login, 掉登录, 未登录, 退出登录
phone, cell, mobile, handset, mobile number, 手机, 手机号, 电话, 手机号码, 电话号码
tell others, pass on, share, give out, hand out, reveal, disclose, leak, 告诉别人, 外泄, 泄露, 透露, 外传, 说出去
change password, new password, password change, 改密码, 换密码, 更换密码
folder structure, directory structure, directory layout, foldered, 目录结构, 文件夹结构
group by, sorted into, organised by, organized by, arranged by, split by, 按, 分, 归类, 分类
bulk, mass, large amounts, batch, in bulk, lots of data, 批量, 大批, 大批量, 大量数据
times faster, faster, speedup, 倍, 快, 提升
nobody else, only me, personal, 仅自己, 个人
everyone, everybody, all users, whole team, 所有人, 大家, 全员, 全体
dry run, dry-run, trial run, rehearse, rehearsal, test run, 试运行, 演练, 空跑, 预演
cover, covered, lid on, case closed, closed, shut, 盖上, 盖着, 合上, 关上, 盖住 <> uncover, lid off, opened, 掀开, 打开, 敞开, 揭开
"""
