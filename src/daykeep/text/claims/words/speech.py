"""Turns of speech in which the same is told on another day, in English and Chinese: one idea a line."""

from __future__ import annotations

SPEECH = """
vegetarian, eat no meat, doesn't eat meat, don't eat meat, eats no meat, no meat, not eat meat, meatless, 素食, 吃素, 不吃肉, 素食者, 不沾荤
no effect, without effect, does nothing, has no effect, 不生效, 没效果, 不起作用, 无效 <> take effect, takes effect, effective, apply, become active, kick in, 生效, 起作用
handle, look after, take care, in charge, responsible, maintain, looked after, 负责, 管, 主管, 维护, 归, 经手, 打理, 看管
every night, nightly, each night, at night, every evening, 每晚, 每夜, 每天晚上, 每天夜里, 夜里, 每天凌晨
original, original file, master copy, first version, 原件, 原文件, 原稿, 原版, 原始文件
save a copy, keep a copy, backup, back up, make a copy, 留一份, 备份, 留底, 存一份, 备一份
rely, rely on, depend on, count on, trust, take seriously, 依赖, 当真, 依靠, 指望
call again, try again, request again, ask again, retry, 再请求一次, 再请求, 再试, 再试一次, 重试, 重试一次, 重新请求, 再调一次
uniformly, consistently, throughout, 统一, 统统, 一致
meeting, appointment, session, sync meeting, 会议, 约会, 开会, 会面, 日程安排, 见面
focus, concentrate, deep work, focus day, focus time, 专注, 专心, 集中精力, 专注日, 专心工作
forget, omit, neglect, miss, 忘了, 忘记, 漏了, 漏掉, 没记得, 忽视
used up, exhausted, exhaust, depleted, 耗尽, 用光, 用完, 占满, 耗光, 不够用, 不足
hard-code, hardcode, hard-coded, hardcoded, hard coded, write into code, written into the code, in the code, 硬编码, 写死, 写进代码, 写在代码里, 写到代码里
wait, pause, hold off, sleep, 等, 等待, 稍等, 停一下, 暂停
half a minute, thirty seconds, 半分钟
frozen, freeze, code freeze, 冻结, 封板
lag behind, lag, behind, delay, delayed, stale, old, out of date, outdated, 滞后, 延迟, 落后, 过时, 旧, 不是最新
personal data, personal information, private data, pii, sensitive data, 个人信息, 隐私, 隐私数据, 个人数据, 敏感信息
in full, completely, entire, entirely, whole, 完整, 全文, 整个, 全部内容
only accept, accepts only, takes nothing else, nothing else, exclusively, 只接受, 只收, 只认, 仅接受, 仅支持, 只支持
entry, item, record, 条目, 记录, 项
move to, switch to, change to, go over to, migrate, migrate to, 换成, 换到, 切换到, 改用, 迁移到, 转到, 搬到
react, respond, responsive, 响应, 反应, 回应, 理会 <> ignore, unresponsive, 无响应
holiday, holidays, public holiday, 节假日, 假期, 放假, 法定假日
explicit, explicitly, clear, clearly, 明确, 明确地, 清楚
confirmation, confirm, consent, approval, permission, go-ahead, okay, 确认, 同意, 许可, 批准, 点头
unsure, uncertain, in doubt, 不确定, 没把握, 拿不准, 不清楚
own initiative, on its own, by itself, by themselves, 擅自, 自作主张, 自己决定, 私自
shopkeeper, shop, store, 店铺, 商店, 门店, 店
closed, does not open, doesn't open, not open, 休息, 不营业, 关门, 歇业, 停业
surname, family name, last name, 姓, 姓氏
go by, goes by, known as, address as, call him, call her, 叫, 称呼, 称为, 喊
restrict, restricted to, reserved for, limited to, 仅限, 只限, 限于, 只能由
due, due by, deadline, by the, no later than, latest, 截止, 之前交, 到期, 最晚, 截止时间, 期限
raise, increase, bump, lift, 提高, 调高, 提升, 调到, 加到, 增加到, 改成, 调整为, 上调
reduce, lower, cut, decrease, bring down, 降低, 调低, 减少, 减到, 降到, 下调, 缩短, 缩短到
stand for, mean, means that, indicate, tells that, is a sign, sign of, 说明, 意味着, 表示, 代表, 意思是
be part of, belong to, belongs to, goes to, 属于, 归属, 归到
send out, deliver, publish, push, post, 发出, 推送, 发送, 发到, 发给, 推到
receive, get, obtain, be sent, 收到, 拿到, 得到, 接到, 领到
drop off, disconnect, lose connection, get disconnected, 掉线, 断开, 断线, 断连, 掉了
shorten, trim, cut short, truncate, cut off, clip, 截断, 裁剪, 截短, 剪掉, 截掉
forward, pass on, relay, 转发, 转给, 转交
print, output, show in output, appear in output, 打印, 输出, 显示
in real time, immediately, at once, right away, straight away, instantly, live, 实时, 立刻, 马上, 立即, 即时, 当场
same day, on the day, the day itself, 当天, 当日, 隔夜, 第二天
overheat, too hot, hot, gets hot, heat up, temperature too high, 过热, 太热, 发烫, 温度过高
easily, prone to, tend to, likely, often, 容易, 易, 常常, 经常, 往往
enclosure, housing, 外壳, 机壳, 盖子, 壳子, 壳
raspberry pi, the pi, raspi, 树莓派
receipt, bill, proof of purchase, 收据, 小票, 凭证
expense, expenses, expense report, reimbursement, cost claim, 报销, 报销单, 费用报销
budget, spend limit, spending, costs, 预算, 花费, 费用, 开销, 支出
official account, wechat account, 公众号, 微信公众号
draft box, drafts, draft, 草稿, 草稿箱
by hand, manual, manually, myself, in person, 手动, 手工, 人工, 亲自, 自己来
automatically, automatic, auto, by itself, on its own, 自动, 自行, 自动地
hotlink protection, anti-leech, 防盗链
subagent, sub-agent, child agent, 子代理, 子智能体, 子任务代理
context, conversation, main session, session context, 上下文, 会话内容, 对话内容, 主会话
技术
health, 健康
mood, emotion, feeling, 情绪, 心情
institution, organisation, organization, agency, 机构, 组织
understand, comprehend, 理解, 明白
assist, auxiliary, helper, 辅助, 协助
控制, 管控
according to, based on, on the basis, 根据, 按照, 依据, 按
degree, extent, 程度
产品
practice, in practice, 实践, 实战
experience, 经历, 体验
community, 社区, 社群
dimension, aspect, side, regard, 维度, 方面, 角度
市场, 行情
仓位, 持仓
strategy, tactic, approach, method, 战略, 策略, 打法, 方法
navigation bar, navbar, menu bar, 导航栏, 菜单栏
special, particular, specific, 特殊, 特别, 特定
obvious, evident, apparent, 明显, 显著, 显然
stable, steady, reliable, dependable, 稳定, 可靠, 平稳
grow, rise, climb, go up, increase, 增长, 上涨, 上升, 涨, 攀升
shrink, fall, decline, go down, drop, 下降, 下跌, 减少, 跌, 回落
child, children, kid, kids, 孩子, 小孩, 孩子们
homework, 作业, 功课
parent, parents, folks, mum and dad, 父母, 爸妈, 双亲
stomach, 胃, 肠胃
spicy, hot food, 辣, 辣的, 辛辣
salty, 咸, 咸的
sweet, sugary, 甜, 甜的
blood pressure, 血压
voice message, voice messages, voice note, audio message, 语音, 语音消息, 语音留言
transcribe, turn into text, convert to text, 转文字, 转成文字, 转写
minutes, meeting notes, 会议纪要, 会议记录, 纪要
partner, partners, business partner, 合作方, 合作伙伴, 伙伴
take offline, decommission, retire, phase out, 下线, 停服, 退役 <> keep alive, keep running, stays, 保留, 继续运行, 留着
plain text, text only, no html, 纯文本
rotate, orientation, 旋转, 方向, 朝向
scale, resize, scaling, 缩放, 改尺寸, 调整大小
submodule, submodules, 子模块
pointer, reference, 指针, 引用
sticker, label, 贴纸, 标签
router password, wifi password, 路由器密码, 无线密码
retain, retained, kept for, stored for, store, keep, 存, 保留, 留存, 保存, 留着
newcomer, new hire, new colleague, new joiner, new employee, 新人, 新同事, 新员工, 新来的
grant access, open access, give access, get access, 开通, 开通权限, 开权限, 授权
outside, out of, elsewhere than, 之外, 以外, 外面
insufficient, not enough, too little, lack of, short of, 不足, 不够, 不够用
unset, clear the variable, 取消, 取消设置
reading, readings, measurement, value, report, reports, 读数, 上报, 数值
redirect, land on, forward to, jump to, 跳到, 重定向, 跳转
rebuild, regenerate, recreate, build anew, 重建, 重新生成, 重新构建
poll, query, check repeatedly, 轮询, 查询
mix up, confuse, confused, 搞混, 分不清, 混淆, 弄混
emoji, emojis, emoticon, 表情, 表情符号
signature, sign off, sign, countersign, approve, approval, 签字, 签名, 同意, 批准
"""
