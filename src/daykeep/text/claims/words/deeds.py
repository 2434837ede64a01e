"""More of what is done and how things are: everyday speech and the wider talk of work, in English and Chinese."""

DEEDS = """
break, crash, fall apart, mess up, scrambled, garbled, broken, mangled, messed, 错乱, 乱, 乱掉, 乱码, 崩, 坏
load, see, read, visible, get to see, know about, know of, have access, 加载, 读到, 看到, 看得到, 读取 <> unaware, blind, 看不到, 读不到
refuse, decline, won't, 拒绝, 不肯
swallow, eat, hide, suppress, 吞掉, 吞, 隐藏, 屏蔽
point out, flag, say so, call out, mention, mark, 指出, 点明, 说明
happen again, recur, come back, reappear, 复发, 再次出现, 重现
reproduce, repro, replicate, 复现, 重现
belong, go into, go in, goes into, place, put, file under, kept in, sit, lie, live, land, store, sits, 放, 放进, 放到, 归到, 存到, 存入, 收在
come from, taken from, read from, originate, fetched from, pulled from, 来自, 取自, 出自, 从中
point to, refer to, target, lead to, 指向, 指到
pass, hand, give, supply, provide, feed, 传, 传入, 传递, 给, 提供, 带上, 附上, 写进
set up, establish, arrange, put in place, 搭建, 架设, 建立, 布置
host, hosted, run on, live on, sit on, deployed on, served from, 托管, 部署在, 跑在, 运行在
serve, deliver, expose, 提供, 服务, 暴露
reach, get to, contact, access, available, accessible, reachable, 访问, 能访问, 连到, 触达 <> unreachable, inaccessible, out of reach, 访问不到, 连不上, 不可达
answer, pick up, take, respond, react, reacts, 回应, 接, 反应
speak, post, talk, say, chime in, write, 发言, 说话, 讲话, 开口, 出声, 插话
mention, address, tag, ping, name, @, 提到, 点名, 提及, 叫到
address, call, name, refer to as, addressed, known as, 称呼, 叫, 叫做
agree, decide, settle, resolve, determine, make up, 商定, 约定, 说好, 决定, 同意
stay, stick, remain, keep, continue with, 继续, 保持, 留在, 沿用
switch, change over, move, convert, migrated, migrate, 换, 换成, 切换, 改用, 换到, 迁移, 转到
trim, cut, keep only, limit to, truncate, 裁剪, 截断, 只保留, 只留
need, take, cost, last, require, 需, 要, 花, 耗时, 需要
earn, make money, bring in, 赚, 挣
eat, consume, 吃
stand for, mean, short for, 代表, 意思是, 表示
look, check, inspect, view, peek, have a look, take a look, 看, 看一眼, 看看, 瞧
consent, approval, permission, confirmation, confirm, agree, go-ahead, ask, okay, say-so, clearance, 同意, 确认, 批准, 许可, 授权, 点头
outgoing, outside, external, outbound, outward, public, 对外, 外发, 外部, 往外
incoming, inbound, received, 传入, 进来的, 收到的
separate, own, dedicated, individual, single, its own, 单独, 独立, 各自, 专用, 专门
integrate, integration, connect, plug in, hook up, 集成, 接入, 对接, 整合
research, investigate, look into, study, explore, survey, 研究, 调研, 探索, 调查
recommend, suggest, advise, propose, recommendation, suggestion, advice, proposal, should, best practice, 建议, 推荐, 提议, 主张, 应该
implement, realise, realize, build, develop, code, implementation, write, 实现, 开发, 编写, 落地
evaluate, assess, estimate, rate, judge, gauge, evaluation, assessment, 评估, 评价, 估计, 判断, 估算
align, match, fit, in line, 对齐, 符合, 一致
classify, categorise, categorize, sort into, grouped, file, sorted into, 分类, 归类, 分到, 分成
promote, advance, raise, 提升, 晋升, 推进
demote, 降级
enforce, force, require, insist, compel, impose, 强制, 强迫, 要求, 逼
violate, break, breach, contravene, 违反, 违背
expect, anticipate, assume, await, count on, look forward, 预期, 期望, 预计, 期待
guess, speculate, make up, invent, hallucinate, fabricate, 猜, 编造, 臆造, 瞎编, 编, 捏造, 胡编
prove, demonstrate, show, proof, evidence, 证明, 证据, 表明, 证实
compare against, benchmark, measure, 对标, 基准, 衡量
interact, engage, interaction, engagement, 互动, 交互
coordinate, organise, organize, arrange, orchestrate, 协调, 组织, 编排, 统筹
deal, bargain, negotiate, 谈判, 协商, 议价
refund, reimburse, money back, 退款, 报销
ship, deliver, shipping, delivery, send out, 发货, 配送, 送货, 寄出
order, buy, purchase, 下单, 订购, 购买, 采购
rent, lease, hire, 租, 租用, 租赁
renew, extend, prolong, 续费, 续, 续期, 续签, 延期, 更新
book, reserve, 预约, 预定, 预订
postpone, push back, delay, reschedule, move to, shift, moved to, rescheduled, 推迟, 延期, 改期, 改到, 挪到, 顺延, 改为
bring forward, 提前
celebrate, was born, born, birthday, 庆祝, 生日, 过生日, 出生
live, reside, based in, located in, home, 住, 居住, 住在
work, job, employed, works at, work for, 上班, 工作, 任职
retire, resign, leave the company, quit, 离职, 辞职, 退休
hire, recruit, onboard, 招聘, 招, 入职, 录用
smoke, 抽烟
suffer, ill, sick, unwell, 生病, 病
walk, stroll, 散步, 走路
cook, prepare, 做饭, 烹饪, 做菜
sing, dance, 唱, 跳舞
play, 玩, 播放, 放, 演奏
listen, hear, 听
watch, view, look at, stream, 看, 观看
touch, edit, modify, change, alter, tamper, 碰, 动, 改, 修改
type, enter, input, key in, fill in, 输入, 填, 填写, 录入
click, press, tap, hit, push the button, 点击, 按, 点, 点按
scroll, swipe, 滚动, 滑动
drag, 拖动, 拖
hover, 悬停
paste, 粘贴
select, mark, highlight, 选中, 勾选
zoom, enlarge, 缩放, 放大
resize, scale, shrink, 调整大小, 缩放
crop, cut, 裁剪
mirror, flip, reverse, invert, flipped, reversed, 镜像, 翻转, 反转, 颠倒, 反, 反的
rotate, turn, 旋转
blink, flash, flicker, 闪烁, 闪
overheat, too hot, get hot, heat up, 过热, 发烫
charge, recharge, plug in, 充电
sleep, suspend, hibernate, standby, go to sleep, 休眠, 睡眠, 待机
boot up, power on, start up, switch on, 开机, 上电
power off, shut off, unplug, 关机, 断电
plug, 插, 插上
connect to, log into, get into, access, 连接到, 登录到, 进入
burn out, destroy, fry, kill, ruin, damage, 烧坏, 烧毁, 毁坏, 损坏, 毁
flood, overwhelm, overload, swamp, 淹没, 过载, 压垮, 打爆
overflow, blow up, blow, exceed, spill, run over, too long, 溢出, 撑爆, 爆, 超出, 爆掉
fill up, fills, full, run out of space, filled, 写满, 占满, 塞满, 满了, 填满
empty, drain, clear, wipe, flush, reset, erase, 清空, 清, 清除, 抹掉, 擦除, 清理
accumulate, pile up, build up, grow, collect, 积累, 堆积, 累积, 积压, 攒
leak, seep, escape, not released, never released, 泄漏, 泄露, 没释放
release, let go, free, hand back, close, 释放, 放开, 归还, 放掉 <> hold, keep open, occupy, hang on to, retain, 占着, 占用, 拿着, 持有, 握着
open, keep open, opened, 打开, 开着
twice, duplicate, double, two times, second time, repeatedly, duplicates, 两次, 两遍, 重复, 多次, 又一次
unexpectedly, suddenly, out of nowhere, by surprise, 突然, 意外, 莫名
quietly, silently, without notice, secretly, 悄悄, 偷偷, 没有提示, 默默, 静默, 静悄悄
unchanged, as is, as they are, verbatim, intact, untouched, original, in full, 原样, 原封不动, 不变, 原文, 照原样
accidentally, by mistake, by accident, inadvertently, unintentionally, 不小心, 误, 意外, 无意
deliberately, on purpose, intentionally, by design, 故意, 有意, 特意
partially, partly, half, not fully, 部分, 不完全, 一半
gradually, over time, slowly, 逐渐, 慢慢, 渐渐
mainly, mostly, primarily, chiefly, above all, 主要, 大多, 多数
especially, particularly, in particular, notably, 尤其, 特别是, 特别
only then, only after, not until, 才, 之后才
at least, no less than, or more, minimum, not fewer than, or longer, or later, 至少, 起码, 不少于, 不低于, 以上, 及以上
at most, no more than, up to, or less, maximum, or fewer, limit of, cap of, within, under, 至多, 最多, 不超过, 以内, 之内, 以下
as long as, provided, so long as, on condition, 只要, 前提是
as soon as, once, the moment, 一旦, 一...就, 立刻
every other, alternate, every second, every two, 每隔一, 隔
no matter, regardless, irrespective, in any case, whatever, 不论, 无论, 不管
instead, rather, 反而, 而是
similar to, just like, the way, like, such as, 像, 类似, 例如, 比如
sensible, reasonable, wise, makes sense, 合理, 明智
wrong way, reversed, upside down, 反了, 颠倒
worth, worthwhile, pays off, 值得, 划算
bored, tired, exhausted, 累, 疲惫, 厌倦
hurry, rush, in a hurry, 赶, 匆忙
privacy, confidential, secret, private, not shared, 隐私, 保密, 机密, 不公开
trustworthy, reliable, dependable, believable, to be trusted, trust, 可信, 可靠, 靠得住, 信得过 <> untrustworthy, unreliable, useless, not reliable, 不可信, 靠不住, 不可靠, 信不过
accurate, accuracy, precise, correct, quality, exactness, 准确, 准确率, 精度, 精准
consistent, consistency, uniform, uniformly, 一致, 统一, 一致性
efficient, efficiency, effective, 高效, 效率, 有效
sufficient, enough, suffice, adequate, plenty, 足够, 够, 充足, 够用 <> insufficient, not enough, too little, short of, 不足, 不够, 欠缺
compatible, compatibility, works with, play well, 兼容, 适配 <> incompatible, 不兼容, 冲突
responsible, in charge, contact for, handles, takes care, ask, go to, accountable, 负责, 主管, 找, 联系
authorised, authorized, entitled, allowed, has access, 有权, 授权, 有权限
set to, set, put at, 设为, 改成, 改为, 调成, 设成, 设置为, 调到, 改到, 调整为, 调为, 调整
experimental, beta, preview, trial, in testing, testing mode, 实验性, 试验, 测试版, 测试模式
official, formally, officially, 官方, 正式
verbose, chatty, detailed, 啰嗦, 冗长, 详细
responsive, snappy, reacts quickly, 灵敏, 流畅
blocked, banned, throttled, kicked out, shut out, locked out, 被封, 封禁, 封, 被限, 拉黑, 屏蔽
mandatory, obligatory, a must, must, have to, need to, required, 必须, 务必, 强制, 非...不可
usual, normal, ordinary, everyday, routine, 平常, 日常, 普通, 常规
strange, odd, weird, puzzling, 奇怪, 怪
blank, empty, nothing, no result, zero results, comes back empty, no results, 空白, 空, 为空, 没有结果, 无结果, 搜不到
sequence, ordering, order dependent, order, in order, 顺序, 次序, 先后, 顺序有关
related, connected, concerning, regarding, about, 相关, 有关, 涉及, 关于
tested, verified, confirmed, checked, proven, 测过, 验证过, 确认过
mainstream, leading, 主流
"""

TOPICS = """
mechanism, logic, mechanics, 机制, 逻辑, 原理
framework, stack, platform, 框架, 技术栈, 平台
scope, range, extent, coverage, 范围, 领域, 覆盖
evidence, proof, 证据, 依据
resource, resources, asset, 资源, 资产
confidence, certainty, 信心, 把握, 置信度
identity, persona, who, 身份, 人设
analysis, study, research, 分析, 研究, 调研
scenario, case, situation, use case, circumstance, 场景, 情况, 情形, 案例
location, place, position, spot, whereabouts, where, 位置, 地点, 地方, 存放位置
operation, action, op, activity, 操作, 动作, 活动
progress, status, advancement, 进度, 进展
topic, subject, theme, matter, 话题, 主题, 议题, 题材
story, narrative, 故事, 叙事
field, area, domain, 领域, 方面
background, context, 背景, 上下文
foundation, basis, base, 基础, 根基
engine, motor, 引擎, 发动机
competitor, rival, 竞品, 竞争对手, 对手
audience, follower, followers, fans, reader, readers, viewers, subscribers, 粉丝, 观众, 读者, 受众, 订阅者
campaign, promotion, marketing, advertising, ad, ads, 推广, 营销, 广告, 宣传
brand, 品牌
opportunity, chance, 机会, 机遇
trap, pitfall, gotcha, catch, 陷阱, 坑, 雷
pattern, regularity, 模式, 规律
workload, burden, 工作量, 负担
incident, accident, outage, 事故, 意外
handler, handle, file handle, descriptor, file descriptor, 句柄, 文件句柄, 描述符
listener, subscriber, observer, 监听器, 监听, 订阅者
tokenizer, 分词器
parser, 解析器
scraper, crawler, spider, 爬虫, 抓取器
compiler, 编译器
linter, lint, linting, code check, style check, static analysis, 代码检查, 静态检查
formatter, 格式化工具
wrapper, shim, 封装, 包装
middleware, 中间件
exit code, return code, exit status, 退出码, 返回码, 返回值
user agent, user-agent, ua
cookie, cookies
credentials, login data, login details, 凭据, 登录信息, 账号密码
pagination, paging, page size, 分页, 分页大小, 翻页
page, pages, 页面, 页, 网页
timezone, time zone, tz, utc offset, 时区
hardware acceleration, gpu acceleration, 硬件加速
stack overflow, overflow, 溢出, 栈溢出
cold start, 冷启动
quiet hours, do not disturb, dnd, 免打扰, 安静时段, 勿扰
follow-up, reminder, 跟进, 提醒
appointment, date, 约会, 预约
standup, stand-up, daily meeting, 站会, 晨会, 早会
sprint, iteration, 冲刺, 迭代
milestone, 里程碑
retrospective, retro, 复盘, 回顾
feedback, review, 反馈, 评价
salary, wage, pay, 工资, 薪水, 薪资
tax, vat, taxes, 税, 增值税, 税务
rent, 房租, 租金
landlord, 房东
tenant, 租户, 租客
neighbour, neighbor, 邻居
colleague, coworker, workmate, 同事
customer support, help desk, service desk, 客服, 客户支持
supplier, vendor, provider, 供应商, 厂商, 服务商
lawyer, attorney, 律师
accountant, accounting, bookkeeping, finance department, 会计, 财务
parcel, package, shipment, 包裹, 快递
address, home address, street address, 地址, 住址
recipe, recipes, 菜谱, 食谱
ingredient, 食材, 配料
kitchen, 厨房
bedroom, 卧室
shopping list, groceries, 购物清单, 买菜
pet, 宠物
plant, flower, 植物, 花
garden, yard, 花园, 院子
passport, visa, 护照, 签证
insurance, 保险
bank, 银行
stock, stocks, shares, 股票, 股份
loan, mortgage, 贷款, 房贷
subscription, plan, membership, tier, package, 订阅, 套餐, 会员
free plan, free tier, free version, free package, 免费版, 免费套餐, 免费档
trial, free trial, 试用, 试用期
licence, license, 许可证, 许可, 执照
dashboard, board, panel, kanban, 看板, 仪表盘, 面板
feature flag, flag, toggle, feature toggle, 开关, 功能开关
thermostat, heating, heater, 温控器, 暖气, 恒温器
lock, door lock, 门锁, 锁
router, access point, 路由器
newsletter, mailing, mailing list, 电子报, 邮件列表, 简报, 通讯
newspaper, paper, 报纸
letter, letters, mail, 信, 信件, 书信, 纸质信
phone call, phone calls, call, 电话, 通话
jargon, technical terms, 术语, 专业术语, 行话
abbreviation, acronym, 缩写, 简称
commit message, commit messages, 提交信息, 提交说明
imperative, imperative mood, 祈使句, 祈使
title case, 标题格式
greeting, salutation, 问候, 寒暄
summary, abstract, tl;dr, 摘要, 概要, 总结
original, source text, originals, 原件, 原文, 原文件
finding, findings, insight, discovery, 发现, 结论
contradiction, disagreement, conflict, disagree, contradict, 矛盾, 分歧, 冲突, 不一致, 互相矛盾
helper, utility, util, helper function, 工具函数, 辅助函数
state, status, condition, 状态
instance, copy, process, 实例, 副本
deadline, cutoff, due date, 截止, 期限, 截止日
"""
