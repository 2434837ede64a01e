"""What is done in an agent's work, in English and Chinese: one idea a line, its opposite after ``<>``.

General vocabulary of work logs. A word may stand in several lines; phrases are written with blanks.
"""

ACTIONS = """
fix, repair, resolve, patch, correct, remedy, cure, hotfix, mend, sort out, solved, solve, solution, workaround, resolution, 修复, 修好, 解决, 修正, 修, 搞定, 解决方案, 解决办法, 解法, 补救, 纠正 <> break, broke, broken, ruin, damage, corrupt, 弄坏, 损坏, 破坏, 坏掉, 坏了, 搞坏
restart, reboot, bounce, relaunch, start again, 重启, 重新启动, 再启动, 重开
reload, refresh, hot reload, hot-reload, re-read, reread, pick up, 重载, 重新加载, 热加载, 热重载, 刷新, 重新读取, 热更新
start, launch, boot, begin, kick off, bring up, fire up, spin up, spawn, startup, start up, initiate, commence, 启动, 开始, 拉起, 起, 开机, 发起, 运行起来 <> stop, halt, shut down, shutdown, kill, terminate, end, quit, abort, cease, exit, take down, 停止, 停, 停掉, 终止, 杀掉, 杀死, 关停, 结束, 退出, 中止, 停下
run, execute, invoke, perform, carry out, execution, exec, 运行, 执行, 跑, 跑一遍, 调用, 触发, 跑一下
enable, activate, turn on, switch on, switched on, turned on, enabled, on, opt in, 启用, 开启, 打开, 激活, 开, 使能 <> disable, deactivate, turn off, switch off, switched off, turned off, disabled, off, mute, opt out, 禁用, 关闭, 停用, 关掉, 关, 屏蔽
open, 打开, 开 <> close, shut, 关闭, 关掉, 关上
add, append, include, insert, attach, put in, introduce, 添加, 增加, 加, 加上, 加入, 追加, 附上, 插入, 新增, 补上, 带上, 补充 <> remove, delete, drop, erase, rm, take out, strip, get rid, discard, purge, wipe, clear, throw away, clean up, cleanup, clean, unlink, eliminate, exclude, omit, leave out, deletion, removal, prune, 删除, 移除, 删, 删掉, 去掉, 去除, 清除, 清理, 清空, 清掉, 丢弃, 剔除, 拿掉, 抹掉, 排除
create, generate, produce, make, build, new, creation, set up, establish, emit, yield, 创建, 生成, 新建, 建立, 建, 产生, 产出, 做出, 造
build, compile, bundle, package, rebuild, compilation, 构建, 编译, 打包, 重新构建
install, set up, setup, installation, reinstall, deploy, 安装, 装, 装上, 部署, 重装 <> uninstall, 卸载, 卸掉
deploy, release, publish, ship, roll out, rollout, go live, push live, put live, deployment, launch, 部署, 发布, 上线, 发版, 推上线, 推送上线
roll back, rollback, revert, undo, back out, reverted, restore the previous, 回滚, 回退, 撤销, 撤回, 还原, 退回
restore, recover, bring back, recovery, retrieve, get back, 恢复, 还原, 找回, 复原
back up, backup, backups, dump, snapshot, save a copy, 备份, 快照, 备一份, 存一份
update, upgrade, bump, refresh, newer, renew, 更新, 升级, 升到, 更新到, 升 <> downgrade, degrade, 降级, 降回
change, modify, edit, alter, adjust, tweak, amend, switch, revise, rework, modification, touch, touching, tune, 修改, 更改, 改, 改动, 变更, 调整, 编辑, 改成, 改为, 改过, 变动, 变化, 动, 改写, 换
replace, swap, substitute, switch to, swap out, exchange, supersede, 替换, 更换, 换成, 换, 取代, 替代, 换掉, 改用
rename, renamed, 重命名, 改名, 更名
move, migrate, relocate, transfer, port, shift, migration, move over, 迁移, 移动, 搬, 移到, 挪, 转移, 搬到, 迁到, 挪到, 移至, 迁
copy, duplicate, clone, replicate, mirror, cp, 复制, 拷贝, 克隆, 抄, 拷
keep, retain, preserve, leave, hold, maintain, hang on, stay, remain, 保留, 保持, 留着, 留下, 维持, 留, 存着, 保存 <> lose, drop, discard, delete, remove, throw away, 丢失, 失去, 丢掉, 删除, 删, 删掉, 移除
survive, outlive, still there, persist, last, remain, 还在, 留存, 保留, 幸存 <> lost, lose, wiped, gone, cleared, vanish, 丢失, 没了, 清空, 消失, 丢
skip, leave out, pass over, 跳过, 略过 <> run, execute, 运行, 执行, 处理
save, store, persist, write, stash, keep, record, stored, saved, storage, put, live, lives, reside, located, 保存, 存储, 存, 存放, 写入, 落盘, 写到, 放, 放在, 持久化, 存到, 位于, 存在, 记录在
log, record, note, write down, document, jot, register, take notes, capture, journal, track, 记录, 记下, 写下, 记, 登记, 写进, 记到, 记入, 记在, 日志
read, load, parse, fetch, look at, open, consult, 读取, 读, 加载, 解析, 载入, 查看, 看, 阅读 <> write, save, overwrite, 写, 写入
check, verify, confirm, validate, inspect, make sure, ensure, double-check, double check, look at, be sure, verification, validation, look into, examine, assert, sanity check, 检查, 确认, 验证, 核实, 核对, 查, 校验, 确保, 查看, 看看, 看一下, 保证, 检验, 核查, 对一下, 复核
test, try out, testing, exercise, try, tests, unit tests, 测试, 试, 试一下, 试跑, 测, 测一下, 自测
review, look over, proofread, sign off, audit, 审核, 审查, 评审, 审, 审阅, 过目, 审计, 复核
monitor, watch, observe, keep an eye, track, monitoring, 监控, 监测, 观察, 盯, 盯着, 关注, 留意, 跟踪, 追踪
debug, diagnose, investigate, troubleshoot, analyse, analyze, dig into, trace, analysis, investigation, look into, 调试, 排查, 诊断, 调查, 分析, 定位, 查原因
find, discover, detect, spot, notice, identify, locate, come across, learned, turns out, found out, figure out, find out, learn, realise, realize, see, 发现, 检测, 识别, 找到, 察觉, 查到, 看到, 发觉, 认识到, 得知 <> miss, overlook, ignore, 遗漏, 漏掉, 忽略, 漏, 错过
search, look up, look for, query, grep, lookup, find, seek, 搜索, 查询, 搜, 检索, 查找, 查, 找
ignore, skip, pass over, disregard, bypass, omit, leave out, neglect, silently drop, 忽略, 跳过, 不理, 略过, 无视, 绕过, 不管 <> respect, honour, honor, obey, take into account, consider, follow, pick up, 遵守, 遵循, 考虑, 识别
send, deliver, dispatch, post, email, forward, push, transmit, ping, delivery, hand over, receive, 发送, 发, 发给, 推送, 寄, 投递, 转发, 发到, 发出, 传, 收到, 接收, 收
reply, answer, respond, response, write back, come back, 回复, 回答, 答复, 响应, 应答, 回应, 回
ask, request, inquire, enquire, query, prompt, check with, question, consult, 询问, 问, 请求, 请示, 征求, 咨询, 请教, 问一下, 要求
tell, inform, notify, let know, alert, report, announce, warn, notification, say, mention, 告诉, 通知, 告知, 提醒, 报告, 汇报, 警告, 报警, 告警, 说, 提示, 通报
show, display, render, print, present, list, appear, view, 显示, 展示, 打印, 列出, 呈现, 渲染, 输出 <> hide, conceal, mask, 隐藏, 隐去, 遮盖
talk, speak, discuss, chat, conversation, discussion, communicate, 讨论, 聊, 交流, 沟通, 谈, 说
upload, push up, 上传 <> download, fetch, pull down, 下载, 拉下来
push, 推送, 推, 推到 <> pull, fetch, 拉取, 拉
commit, check in, commits, committing, 提交
merge, combine, join, consolidate, fold into, unify, merged, 合并, 合入, 合, 并入, 合到, 整合, 汇总 <> split, separate, divide, break up, split up, 拆分, 分开, 拆, 分离, 拆成, 分成
connect, link, attach, hook up, connection, reach, connected, plug in, access, 连接, 连, 连上, 接入, 链接, 接, 访问, 连到, 连通 <> disconnect, detach, unplug, drop, lose connection, 断开, 断线, 掉线, 断, 断连
log in, login, sign in, authenticate, logon, authentication, auth, signin, 登录, 登陆, 认证, 鉴权, 登入 <> log out, logout, sign out, signout, 登出, 退出登录, 注销
increase, raise, grow, climb, bump, lift, boost, go up, enlarge, extend, rise, higher, more, increment, expand, up, 增加, 提高, 提升, 上调, 调高, 调大, 加大, 升高, 扩大, 延长, 涨, 增长, 上涨, 加到, 增, 上升 <> decrease, reduce, lower, cut, shrink, drop, go down, decline, less, fewer, decrement, shorten, trim, down, minimise, minimize, 减少, 降低, 下调, 调低, 调小, 缩小, 减小, 缩短, 下降, 减, 降, 跌, 压缩
allow, permit, let, accept, authorise, authorize, grant, whitelist, allowlist, may, 允许, 准许, 许可, 放行, 授权, 接受, 可以 <> deny, block, reject, forbid, refuse, disallow, prohibit, ban, blacklist, blocklist, decline, 拒绝, 阻止, 拦截, 禁止, 拒, 驳回, 封禁, 封
approve, sign off, agree, confirm, ok, okay, approval, consent, permission, green light, go-ahead, 批准, 同意, 审批, 许可, 认可, 点头, 确认 <> reject, decline, refuse, turn down, veto, 拒绝, 否决, 驳回
like, prefer, love, favour, favor, enjoy, want, wants, rather, preference, prefers, fond, would like, ask for, 喜欢, 偏好, 偏爱, 更喜欢, 爱, 想要, 倾向, 希望, 要, 习惯 <> dislike, hate, annoyed, can't stand, detest, mind, 讨厌, 不喜欢, 反感, 烦, 厌恶
need, require, must have, needs, requires, demand, necessary, required, requirement, call for, rely, depend, 需要, 要求, 必需, 必要, 需, 得有, 依赖
use, utilise, utilize, employ, apply, go with, adopt, work with, rely, take, 使用, 用, 采用, 利用, 通过, 应用, 走, 选用, 借助, 沿用
choose, select, pick, decide, decided, decision, settle on, opt, go for, settled, chose, agreed, conclude, 选择, 选, 挑, 决定, 选定, 敲定, 定, 选用, 定为, 定下, 拍板, 商定
plan, intend, schedule, going to, aim, 计划, 打算, 准备, 规划, 安排, 预定
schedule, cron, timer, timed, scheduled, 定时, 排期, 计划任务, 定时任务, 调度
wait, pause, hold off, sleep, delay, postpone, defer, back off, backoff, 等待, 等, 暂停, 延迟, 推迟, 延后, 稍等, 等到, 缓, 隔 <> proceed, continue, resume, go ahead, carry on, 继续, 恢复, 接着
retry, try again, reattempt, re-run, rerun, repeat, redo, retries, again, 重试, 再试, 重跑, 重新运行, 重复, 重做, 再来, 重新执行, 重新跑
fail, error, crash, break, fall over, die, failure, blow up, go wrong, not work, doesn't work, does not work, don't work, didn't work, failing, errored, errors, bomb, fault, malfunction, barf, choke, throw, throws, exception, panic, 失败, 报错, 出错, 崩溃, 挂, 挂掉, 挂了, 错误, 故障, 异常, 不工作, 失效, 崩, 抛出, 抛异常, 出问题, 不行, 坏, 出故障, 宕机 <> succeed, work, pass, success, function, go through, successful, ok, working, green, 成功, 通过, 正常, 能用, 可用, 正常工作, 有效, 奏效, 生效, 没问题, 跑通
take effect, effective, apply, kick in, come into force, take hold, 生效, 起作用, 有效, 应用
hang, freeze, stall, get stuck, stuck, lock up, block, unresponsive, hung, froze, 卡住, 卡死, 挂起, 卡, 阻塞, 无响应, 假死, 卡顿, 死锁
time out, timeout, timeouts, times out, timed out, deadline, 超时, 限时
expire, lapse, die, run out, invalid, expiry, expiration, expires, expired, stale, valid until, good for, last, 过期, 到期, 失效, 有效期, 截止
limit, cap, restrict, maximum, throttle, quota, ceiling, at most, no more than, max, upper bound, up to, rate limit, rate-limit, bound, 限制, 上限, 限额, 配额, 限流, 最多, 最大, 不超过, 限, 封顶
exceed, go over, more than, above, over, beyond, surpass, longer than, larger than, bigger than, greater than, 超过, 超出, 大于, 多于, 高于, 超, 以上 <> below, under, less than, fewer than, at most, smaller than, shorter than, 低于, 少于, 小于, 不足, 以下, 以内
overwrite, clobber, replace, override, overrule, 覆盖, 盖掉, 冲掉, 重写
cause, lead to, result in, trigger, due to, because, reason, produce, root cause, bring about, make, culprit, come from, caused, stem, responsible, explain, owing, thanks, blame, source, origin, 导致, 引起, 造成, 因为, 由于, 原因, 根因, 引发, 使得, 源于, 来自, 致使, 起因, 缘故, 害
prevent, avoid, stop, guard against, protect, keep from, prevention, steer clear, 防止, 避免, 预防, 防, 杜绝, 以免, 免得
protect, guard, secure, safeguard, shield, 保护, 防护, 守护
leak, expose, disclose, reveal, leakage, 泄露, 泄漏, 暴露, 外泄, 露出
give up, abandon, drop, discontinue, quit, cease, 放弃, 不再, 取消, 停止
lose, lost, loss, drop, ignore, missing, vanish, disappear, gone, 丢失, 丢, 丢掉, 消失, 没了, 不见, 缺失, 遗失
remember, recall, keep in mind, bear in mind, mind, don't forget, never forget, not forget, do not forget, 记住, 记得, 牢记, 别忘, 不要忘, 别忘了, 不要忘记, 勿忘, 谨记 <> forget, slip, 忘记, 忘, 忘了, 漏
share, distribute, publish, hand out, circulate, 共享, 分享, 共用, 公用
sync, synchronise, synchronize, in sync, syncing, 同步
convert, transform, translate, turn into, cast, change to, transcode, 转换, 转成, 转为, 翻译, 转化, 转
format, lint, prettify, 格式化, 排版
encrypt, 加密 <> decrypt, 解密
compress, zip, gzip, pack, 压缩, 打包 <> decompress, unzip, unpack, extract, 解压
import, bring in, 导入, 引入 <> export, 导出
encode, 编码 <> decode, 解码
subscribe, follow, sign up, 订阅, 关注 <> unsubscribe, unfollow, 退订, 取消订阅, 取关
lock, acquire, locked, 锁, 锁定, 上锁, 加锁, 锁住 <> unlock, release, free, 解锁, 释放
assign, allocate, give, attribute, hand, delegate, 分配, 指派, 分给, 交给, 派
own, owner, belong, responsible, in charge, maintain, look after, takes care, run by, handles, manage, 负责, 归, 属于, 拥有, 主管, 管, 维护, 管理
manage, handle, deal with, take care, process, treat, cope, 管理, 处理, 应对, 对付, 管
configure, set, config, configuration, setting, settings, set up, option, options, preference, parameter, tune, configured, specify, define, 配置, 设置, 设, 设定, 选项, 参数, 设为, 设成, 配, 配好, 定义, 指定, 调成
initialise, initialize, bootstrap, init, seed, 初始化
register, sign up, enroll, enrol, 注册, 登记
cancel, call off, abort, 取消, 作废 <> confirm, book, reserve, 预订, 预约
pay, buy, purchase, spend, cost, payment, price, 付款, 支付, 购买, 买, 花费, 花, 付, 成本, 费用, 花钱, 价格
charge, bill, invoice, billing, 收费, 计费, 账单, 开票, 扣费
meet, meeting, call, sync up, appointment, standup, 会议, 开会, 会面, 见面, 会
call, phone, ring, 打电话, 电话, 致电
visit, go to, browse, navigate, 访问, 去, 浏览
arrive, come, reach, get to, 到达, 到, 抵达 <> leave, depart, 离开, 出发
return, give back, respond with, come back, yield, 返回, 回, 给出, 退回
accept, take, support, handle, work with, compatible, understand, supported, 支持, 接受, 兼容, 适用, 能处理 <> reject, unsupported, incompatible, 不支持, 不兼容
consume, use up, eat, take up, occupy, drain, burn, exhaust, ate, fill up, fill, hog, 消耗, 占用, 耗尽, 吃掉, 用完, 占, 用光, 烧, 占满, 吃, 耗光
contain, hold, include, consist, carry, comprise, have, has, 包含, 含有, 包括, 含, 有, 带有, 内含
belong to, part of, 属于, 归属
lack, miss, without, missing, absent, not have, 缺少, 缺, 缺乏, 没有, 无, 缺失
wrap, surround, enclose, quote, 包裹, 包, 括起来, 引用, 包起来
escape, sanitise, sanitize, quoting, 转义
filter, exclude, screen, 过滤, 筛选, 筛
sort, order, rank, arrange, ranking, 排序, 排列, 排名, 排
group, cluster, aggregate, collect, gather, batch, collection, 分组, 聚合, 收集, 汇总, 归类, 聚类
batch, bulk, in bulk, all at once, 批量, 批处理, 成批, 一次性 <> one by one, individually, one at a time, 逐个, 逐条, 一个个
count, measure, calculate, compute, total, sum, 计数, 统计, 计算, 数, 测量, 算, 总计
compare, diff, contrast, match against, 比较, 对比, 比对, 对照
match, equal, correspond, agree, same as, identical, 匹配, 一致, 相等, 相同, 对应, 符合, 吻合, 一样 <> differ, mismatch, different, diverge, 不一致, 不同, 不匹配, 不符, 有出入, 差异
depend, rely, hinge, dependency, 依赖, 取决于, 依靠
cache, memoise, memoize, caching, cached, 缓存
index, reindex, 索引, 建索引
download, pull, fetch, get, retrieve, grab, obtain, crawl, scrape, 下载, 获取, 抓取, 拉取, 取, 拿, 取得, 得到, 爬取, 爬, 抓
provide, offer, supply, give, serve, 提供, 给, 供应, 供, 给出
finish, complete, done, end, conclude, wrap up, completion, over, finalise, finalize, 完成, 结束, 做完, 收尾, 搞完, 完毕, 完, 跑完 <> begin, start, 开始
improve, optimise, optimize, enhance, better, refine, speed up, optimization, improvement, accelerate, 改进, 优化, 提升, 改善, 增强, 加速, 完善 <> worsen, degrade, slow down, worse, regress, 恶化, 变差, 变慢, 拖慢
write, draft, author, compose, 写, 撰写, 编写, 起草
explain, describe, clarify, elaborate, spell out, description, explanation, 解释, 说明, 描述, 阐述, 讲清楚
summarise, summarize, sum up, recap, condense, distill, summary, digest, overview, 总结, 概括, 摘要, 归纳, 提炼, 概述, 小结
learn, study, lesson, learning, takeaway, insight, 学习, 学到, 教训, 经验, 学会, 领悟, 收获
think, believe, consider, reckon, 认为, 觉得, 想, 考虑, 思考
suppose, assume, guess, presume, assumption, speculate, guessing, 假设, 假定, 猜, 猜测, 以为, 臆测, 想当然
know, aware, understand, 知道, 了解, 明白, 清楚, 懂
happen, occur, take place, arise, appear, show up, come up, 发生, 出现, 产生, 冒出
escalate, raise with, hand up, 升级, 上报, 上升
focus, concentrate, prioritise, prioritize, priority, 专注, 聚焦, 集中, 优先, 重点
schedule, calendar, 日程, 日历, 行程
sleep, asleep, rest, bed, 睡觉, 睡, 休息, 睡眠
eat, food, meal, 吃, 吃饭, 饭, 食物
drink, 喝
drive, 开车, 驾驶
travel, trip, journey, fly, 旅行, 出差, 旅游, 出行
pin, lock to, fix to, freeze, pinned, stick to, hold at, 锁定, 固定, 钉住, 锁版本, 固定在
wake, wake up, awake, 唤醒, 叫醒
rotate, roll, renew, cycle, 轮换, 轮转, 更换
strip, trim, cut off, chop, truncate, cut, shorten, crop, clip, 截断, 截取, 裁剪, 剪, 截, 去掉, 砍
scale, autoscale, 扩容, 伸缩, 扩展
mount, 挂载 <> unmount, umount, 卸载
link, symlink, alias, 链接, 软链, 软链接
inject, injection, 注入
leave alone, not touch, untouched, hands off, 别动, 不动, 不要动, 勿动, 别碰, 不要碰
commit to, promise, guarantee, 保证, 承诺
flush, fsync, drain, 刷盘, 落盘, 刷新
queue, enqueue, line up, 排队, 入队, 队列
deduplicate, dedupe, dedup, duplicates, 去重, 查重
hardcode, hard-code, hard-coded, hardcoded, hard code, baked in, literal, 硬编码, 写死
refactor, restructure, rewrite, reorganise, reorganize, 重构, 重写, 改造, 重整
archive, 归档, 存档
tag, label, mark, flag, annotate, 标签, 标记, 打标签, 标注, 标
speak up, complain, 投诉, 抱怨
help, assist, support, aid, 帮助, 协助, 帮, 支援, 帮忙
teach, train, instruct, training, 教, 培训, 训练, 指导
deprecate, deprecated, retire, sunset, obsolete, phase out, outdated, legacy, no longer supported, 弃用, 废弃, 过时, 淘汰, 下线, 退役
collide, conflict, clash, race, contention, interfere, fight, 冲突, 竞争, 抢, 打架, 竞态, 争抢, 碰撞
reuse, recycle, share, 复用, 重用
reset, zero, start over, 重置, 归零, 清零, 复位
adopt, switch to, move to, go over to, standardise, standardize, 采用, 改用, 换用, 转用, 切到, 切换, 切换到, 转到, 统一
block, hold up, gate, 阻塞, 阻断, 卡, 拦
detect, sense, recognise, recognize, 检测, 识别, 认出, 感知
attempt, try, effort, tries, attempts, 尝试, 试图, 试, 次尝试
contact, reach out, get in touch, get hold, 联系, 联络, 找
join, take part, participate, attend, 参加, 加入, 参与, 出席
spend time, take, last, take time, duration, 耗时, 花时间, 持续, 用时, 时长
clean, tidy, neat, 整理, 干净, 清洁
double, twice, two times, 翻倍, 两倍, 加倍
halve, half, in half, 减半, 一半
mock, stub, fake, 模拟, 打桩, 假
isolate, sandbox, separate, isolated, 隔离, 沙箱, 沙盒
normalise, normalize, canonical, 规范化, 归一化, 标准化
warm up, preload, prefetch, 预热, 预加载
poll, polling, 轮询 <> webhook, push notification, 推送, 回调
interrupt, disturb, bother, disrupt, ping, 打扰, 打断, 干扰, 中断, 吵
invite, 邀请, 请
sign, signature, 签名, 签, 签署
attach, bind, tie, 绑定, 绑, 关联, 附加
fall back, fallback, failover, fail over, fall over to, 回退, 降级, 兜底, 备用, 后备, 切到备用
repeat, duplicate, twice, double, 重复, 反复, 多次, 再次
trust, rely on, believe, 信任, 相信, 信, 可信 <> distrust, doubt, suspicious, 怀疑, 不信任, 质疑
win, gain, earn, profit, 赢, 赚, 收益, 盈利, 获得 <> lose, loss, 输, 亏, 亏损
sell, sale, 卖, 出售, 销售 <> buy, purchase, 买, 购买
prefix, precede, lead with, prepend, 前缀, 开头, 开头加, 前面加 <> suffix, append, trail, 后缀, 结尾, 末尾
split off, extract, pull out, factor out, 抽取, 抽出, 提取, 抽离
inherit, derive, extend, 继承, 派生
cite, quote, refer, reference, mention, 引用, 引述, 提及, 参考, 提到
mean, signify, imply, indicate, stand for, denote, 意味着, 表示, 说明, 代表, 意思是, 表明
treat as, count as, consider as, regard, 当作, 视为, 看作, 当成, 算作
go away, went away, no longer, gone, disappear, vanish, 不再, 没了, 消失, 就好了, 好了
fix, resolve, go away, went away, gone, bring back, help, 就好了, 好了, 解决, 恢复
complete by, due, deadline, 截止, 到期, 期限
"""
