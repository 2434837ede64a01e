"""What an agent's work is about, in English and Chinese: one thing a line, all its names."""

THINGS = """
problem, issue, bug, trouble, difficulty, defect, glitch, fault, flaw, 问题, 毛病, 缺陷, 漏洞, 麻烦, 坑
error, mistake, wrong, incorrect, fault, erroneous, invalid, bad, 错误, 错, 误, 不对, 差错, 出错, 无效, 有误
file, files, document, 文件, 档案, 文档
folder, directory, dir, path, 目录, 文件夹, 路径
document, doc, docs, documentation, manual, readme, guide, 文档, 说明, 手册, 指南, 资料, 说明书
repository, repo, repos, codebase, 仓库, 代码库, 库
code, source, source code, implementation, 代码, 源码, 源代码, 程序, 实现
script, scripts, 脚本
function, method, routine, procedure, 函数, 方法
feature, functionality, capability, function, 功能, 特性, 能力
module, component, part, piece, 模块, 组件, 部件, 部分
library, package, dependency, dependencies, lib, packages, module, 库, 依赖, 包, 软件包, 依赖包
plugin, extension, add-on, addon, plug-in, 插件, 扩展
program, app, application, software, 程序, 应用, 软件, app
service, daemon, server, process, backend, 服务, 守护进程, 进程, 后台服务
server, host, machine, box, node, vps, instance, 服务器, 主机, 机器, 节点, 服务端, 实例
client, frontend, front end, ui, user interface, interface, gui, 客户端, 前端, 界面, 页面
backend, back end, server side, 后端, 后台, 服务端
gateway, 网关
proxy, reverse proxy, 代理, 反向代理
network, connection, connectivity, internet, net, wifi, 网络, 联网, 网, 连接
database, db, data store, datastore, 数据库, 库, 数据表
table, 表, 表格, 数据表
column, field, attribute, property, key, 字段, 列, 属性, 键
row, record, entry, item, 行, 记录, 条目, 条, 项
query, sql, statement, 查询, 语句
transaction, transactional, 事务
schema, data model, structure, layout, 结构, 模式, 架构, 布局
data, information, info, content, contents, 数据, 信息, 内容, 资料
config, configuration, config file, settings, conf, configuration file, settings file, 配置, 配置文件, 设置, 设置文件
environment, env, environment variable, env var, environment variables, env vars, 环境, 环境变量
variable, var, 变量
parameter, argument, option, flag, arg, args, param, params, switch, 参数, 选项, 标志, 开关
value, values, amount, figure, 值, 数值, 取值
default, defaults, by default, out of the box, standard, 默认, 缺省, 默认值
key, api key, secret, credential, token, credentials, secrets, keys, 密钥, 凭证, 凭据, 令牌, 秘钥
password, passphrase, passwd, passcode, 密码, 口令
certificate, cert, tls, ssl, certs, 证书
account, profile, login, 账号, 账户, 帐号, 帐户
user, users, human, person, people, he, she, 用户, 人, 主人, 本人, 他, 她, 使用者
boss, chief, 老板, 上司, 领导
customer, client, clients, customers, buyer, 客户, 顾客, 买家, 甲方
team, colleague, coworker, colleagues, 团队, 同事, 小组, 组员
agent, assistant, bot, ai, 代理, 助手, 机器人, 智能体, 助理
subagent, sub-agent, subagents, child agent, worker agent, 子代理, 子智能体, 子 agent, 子agent
session, conversation, chat, thread, 会话, 对话, 聊天, 聊天记录
message, msg, text, messages, note, 消息, 信息, 短信, 留言
reply, answer, response, replies, 回复, 答复, 响应, 回答, 应答
email, mail, e-mail, inbox, mailbox, 邮件, 邮箱, 电邮, 收件箱
channel, group, room, chat group, 频道, 群, 渠道, 群组, 群聊, 通道
notification, alert, reminder, alarm, alerts, warning, 通知, 提醒, 警报, 告警, 报警
link, url, address, href, hyperlink, 链接, 网址, 地址, 连接
website, site, web page, webpage, page, web site, 网站, 网页, 页面, 站点
browser, web browser, 浏览器
tab, window, 标签页, 窗口
button, 按钮
form, 表单
image, picture, photo, screenshot, pic, images, 图片, 图像, 照片, 截图, 图
video, clip, movie, 视频, 影片
audio, sound, voice, speech, 音频, 声音, 语音
model, llm, language model, models, 模型, 大模型, 语言模型
prompt, instruction, instructions, system prompt, prompts, 提示词, 指令, 提示, 系统提示
context, context window, 上下文, 语境, 背景
memory, ram, 内存, 记忆
long-term memory, memory file, MEMORY.md, 长期记忆, 记忆文件
disk, storage, drive, disk space, hard drive, volume, space, ssd, 磁盘, 硬盘, 存储, 磁盘空间, 空间, 盘
cpu, processor, core, cores, 处理器, 核
gpu, graphics card, 显卡
cache, caches, 缓存
queue, backlog, 队列
log, logs, logfile, log file, journal, daily log, daily logs, 日志, 日记, 记录, 日志文件
output, result, outcome, results, outputs, 输出, 结果, 产出
input, 输入
report, summary, digest, 报告, 汇报, 总结, 周报, 摘要
list, listing, array, 列表, 清单, 名单, 数组
checklist, to-do, todo, to-do list, task list, todos, 清单, 待办, 待办清单, 检查清单
task, job, work, assignment, ticket, chore, tasks, jobs, 任务, 工作, 作业, 活, 工单, 事项, 活儿
workflow, process, procedure, flow, pipeline, 流程, 工作流, 流水线, 过程, 步骤
step, stage, phase, 步骤, 阶段, 步, 环节
project, projects, 项目, 工程
plan, roadmap, proposal, scheme, 计划, 方案, 规划, 提案
goal, target, aim, objective, purpose, 目标, 目的
rule, policy, guideline, convention, principle, rules, 规则, 政策, 规范, 约定, 原则, 准则, 规定, 规矩
permission, permissions, access, right, privilege, access rights, rights, privileges, authorised, 权限, 访问权限, 授权, 权
security, safety, secure, safe, 安全, 安全性
version, release, build, revision, versions, 版本, 版, 发行版
branch, branches, 分支
main branch, main, master, trunk, 主分支, 主干, 主线
pull request, pr, merge request, mr, prs, 拉取请求, 合并请求
tag, label, 标签
test, tests, test suite, unit test, test case, spec, 测试, 用例, 测试用例, 单元测试, 单测
ci, continuous integration, pipeline, 持续集成, 流水线
staging, 预发, 预发布, 测试环境
production, prod, live, live system, live environment, 生产, 生产环境, 线上, 正式环境
development, dev, dev environment, 开发, 开发环境
local, localhost, locally, on this machine, own machine, 本地, 本机
remote, remotely, 远程, 远端
cloud, 云, 云端
container, docker, containers, 容器
image, docker image, 镜像
cluster, k8s, kubernetes, 集群
port, ports, 端口
domain, hostname, host name, dns, 域名, 主机名
ip, ip address, 地址
api, endpoint, interface, apis, endpoints, route, 接口, 端点, 路由
request, requests, req, reqs, call, calls, api call, 请求, 调用
header, headers, 头, 请求头, 头部, 标头
body, payload, 正文, 请求体, 载荷
status code, status, state, 状态, 状态码
webhook, callback, hook, webhooks, 回调, 钩子
event, events, 事件
schedule, timetable, cron, cron job, crontab, scheduler, timer, scheduled task, cronjob, 定时任务, 计划, 日程, 调度, 计划任务, 定时
heartbeat, 心跳
time zone, timezone, tz, 时区
time, duration, how long, 时间, 耗时, 用时, 时长
build, bundle, package, version, 包, 版本, 构建
time, moment, hour, clock, 时间, 时刻, 钟点
date, day, 日期, 日子, 天
deadline, due date, cutoff, 截止日期, 期限, 截止时间
budget, cost, spend, spending, expense, price, 预算, 成本, 费用, 开销, 花费, 价格
money, cash, fund, funds, 钱, 资金, 现金
invoice, bill, receipt, bills, 发票, 账单, 收据
order, purchase, orders, 订单
payment, transaction, 支付, 付款, 交易
price, rate, pricing, 价格, 单价, 定价, 报价
market, trading, 市场, 行情
risk, danger, hazard, dangerous, 风险, 危险, 隐患
reason, cause, root cause, culprit, why, 原因, 根因, 缘故, 根本原因, 罪魁祸首
effect, impact, consequence, influence, 影响, 效果, 后果, 作用
performance, speed, throughput, 性能, 速度, 吞吐, 效率
latency, delay, lag, response time, 延迟, 时延, 响应时间
load, traffic, 负载, 流量, 压力
size, length, volume, dimension, 大小, 长度, 尺寸, 体积, 规模
number, count, quantity, amount, how many, 数量, 个数, 数目, 次数, 数
format, style, layout, formatting, 格式, 样式, 风格, 排版
language, tongue, 语言
english, in english, 英文, 英语
chinese, mandarin, in chinese, 中文, 汉语, 普通话
japanese, 日文, 日语
german, 德语, 德文
name, title, names, 名称, 名字, 标题, 名
trigger, triggers, 触发器
subject, subject line, title, 主题, 标题
title, heading, headline, header, 标题, 题目, 大标题
text, wording, copy, 文字, 文本, 文案
character, characters, letter, chars, char, 字符, 字, 字母
line, lines, 行
word, words, 单词, 词, 字
sentence, sentences, 句子, 句
paragraph, section, passage, chapter, 段落, 章节, 节, 段
symbol, sign, mark, punctuation, 符号, 标点
quote, quotes, quotation marks, quotation, 引号
space, whitespace, blank, blanks, spaces, 空格, 空白
newline, line break, line ending, line endings, crlf, 换行, 换行符, 行尾
emoji, emojis, emoticon, 表情, 表情符号
encoding, charset, utf-8, utf8, 编码, 字符集
backup, backups, copy, snapshot, 备份, 副本, 快照
template, boilerplate, 模板, 样板
example, sample, instance, 例子, 示例, 样例, 样本
tool, utility, tools, tooling, 工具
command, cmd, command line, cli, commands, shell command, 命令, 指令, 命令行
terminal, shell, console, 终端, 控制台, 命令行
editor, ide, 编辑器
system, platform, os, operating system, 系统, 平台, 操作系统
device, phone, mobile, smartphone, handset, cellphone, 设备, 手机, 移动端
computer, laptop, pc, desktop, notebook, 电脑, 计算机, 笔记本, 台式机
hardware, 硬件
sensor, 传感器
camera, webcam, 摄像头, 相机
battery, 电池, 电量
screen, display, monitor, 屏幕, 显示器
keyboard, 键盘
printer, 打印机
router, modem, 路由器
home, house, apartment, flat, 家, 房子, 住处
office, workplace, 办公室, 公司
company, firm, business, organisation, organization, 公司, 企业, 组织, 单位
family, 家人, 家庭
child, kid, kids, children, son, daughter, 孩子, 小孩, 儿子, 女儿
wife, spouse, partner, 妻子, 老婆, 爱人, 太太
husband, 丈夫, 老公
friend, 朋友
doctor, physician, 医生
birthday, 生日
hobby, interest, 爱好, 兴趣
coffee, 咖啡
tea, 茶
vegetarian, vegan, meat-free, 素食
allergy, allergic, 过敏
weekend, weekends, 周末
weekday, working day, workday, weekdays, business day, 工作日
holiday, vacation, day off, leave, 假期, 休假, 假日, 节假日
morning, mornings, a.m., in the morning, 早上, 上午, 早晨, 清晨, 早
noon, midday, lunchtime, 中午
afternoon, afternoons, 下午
evening, evenings, 晚上, 傍晚, 晚间
night, nights, overnight, nightly, at night, late at night, 夜里, 夜间, 晚上, 深夜, 半夜, 夜晚
midnight, 午夜, 零点, 凌晨
today, 今天, 今日
tomorrow, 明天, 明日
yesterday, 昨天, 昨日
daily, every day, each day, per day, day, a day, 每天, 每日, 天天, 一天
weekly, every week, each week, per week, a week, 每周, 每星期, 一周
monthly, every month, each month, per month, a month, 每月, 每个月, 一个月
hourly, every hour, each hour, per hour, an hour, 每小时
yearly, annual, annually, every year, per year, a year, 每年, 年度
per minute, every minute, a minute, 每分钟
per second, every second, a second, 每秒
frequency, interval, how often, cadence, period, 频率, 间隔, 周期, 频次
priority, urgency, importance, 优先级, 优先, 重要性
quality, 质量, 品质
detail, details, specifics, 细节, 详情, 详细
idea, concept, thought, 想法, 概念, 思路, 点子
question, query, questions, 问题, 疑问, 提问
opinion, view, stance, feedback, 意见, 看法, 反馈, 观点
decision, choice, conclusion, 决定, 选择, 决策, 结论
skill, ability, skills, 技能, 能力
knowledge, know-how, 知识
history, past, 历史, 过往
draft, drafts, 草稿, 初稿
article, post, blog, blog post, tweet, posts, 文章, 帖子, 博客, 推文, 帖
comment, remark, comments, 评论, 注释, 备注
source, origin, sources, 来源, 出处, 源头
reference, citation, 引用, 参考
stack trace, traceback, backtrace, stacktrace, 堆栈, 调用栈
thread, threads, concurrency, parallel, concurrent, multithreading, at once, simultaneously, at the same time, 线程, 并发, 并行, 同时
process, processes, pid, 进程
signal, 信号
loop, cycle, iteration, infinite loop, 循环, 死循环, 迭代
condition, criterion, requirement, prerequisite, 条件, 前提, 要求
edge case, corner case, boundary, 边界, 极端情况, 边缘情况
type, kind, category, class, sort, 类型, 种类, 类别, 类
object, instance, entity, 对象, 实例, 实体
string, 字符串
integer, int, 整数
float, decimal, 浮点, 小数
boolean, bool, 布尔
null, none, nil, undefined, 空值, 空
regex, regular expression, pattern, 正则, 正则表达式
algorithm, heuristic, 算法
architecture, design, 架构, 设计
interface, contract, protocol, 接口, 协议
strategy, approach, method, way, technique, manner, 策略, 方法, 方式, 办法, 手段, 做法
alternative, option, 替代方案, 备选, 选项
limit, cap, quota, ceiling, allowance, 限制, 上限, 配额, 额度
threshold, cutoff, bar, 阈值, 门槛
rate, ratio, percentage, share, proportion, 率, 比例, 比率, 百分比
score, rating, grade, 分数, 评分, 得分, 打分
metric, indicator, kpi, stat, statistics, stats, metrics, 指标, 统计
trend, 趋势
user data, personal data, private data, pii, private information, personal information, privacy, private, 隐私, 个人信息, 私人信息, 私密
sandbox, 沙箱, 沙盒
symbolic link, symlink, symlinks, soft link, 软链接, 符号链接, 软链
mount, volume, 挂载, 卷
firewall, 防火墙
vpn, tunnel, 隧道
bandwidth, 带宽
ledger, book, accounts, 账本, 账目
contract, agreement, 合同, 协议
meeting, call, meetings, standup, 会议, 会, 例会, 会面
calendar, agenda, diary, 日历, 日程
contact, contacts, address book, 联系人, 通讯录
number, phone number, 号码, 电话号码
attachment, attachments, 附件
permission denied, access denied, forbidden, unauthorised, unauthorized, not authorised, 权限不足, 拒绝访问, 没有权限, 无权限
out of memory, oom, memory exhausted, runs out of memory, ran out of memory, 内存不足, 内存溢出, 爆内存, 内存耗尽
memory leak, leaks memory, 内存泄漏, 内存泄露
disk full, no space left, out of disk, out of space, disk is full, 磁盘满, 磁盘已满, 空间不足, 磁盘写满
race condition, race, data race, 竞态, 竞争条件
dead lock, deadlock, 死锁
lock file, lockfile, 锁文件
typo, misspelling, 拼写错误, 笔误, 错别字
owner, maintainer, author, 负责人, 所有者, 维护者, 作者
admin, administrator, root, superuser, sudo, 管理员, 超级用户
role, 角色
job queue, task queue, message queue, 任务队列, 消息队列
migration, migrations, 迁移
dependency, prerequisite, 依赖
checksum, hash, digest, 校验和, 哈希, 散列
id, identifier, uuid, 标识, 编号, 标识符
timestamp, 时间戳
fee, fees, commission, 手续费, 佣金
customer service, support, 客服
deployment, rollout, 部署, 发布
downtime, outage, incident, 停机, 故障, 宕机, 事故, 中断
voice message, voice note, 语音消息, 语音
tone, style of writing, 语气, 口吻, 文风
draft pr, draft pull request, 草稿 pr
table of contents, toc, 目录
bullet, bullets, bullet points, bulleted list, bullet list, bullet point, 要点, 列点, 项目符号, 列表
code block, fence, code fence, snippet, 代码块, 代码片段
changelog, release notes, change log, 更新日志, 变更日志, 变更记录
unit, units, 单位
currency, 货币, 币种
street, road, 街, 路
city, town, 城市
country, nation, 国家
car, vehicle, 车, 汽车
train, railway, 火车, 高铁
flight, plane, aircraft, 航班, 飞机
hotel, accommodation, lodging, 酒店, 住宿
ticket, 票
school, 学校
hospital, clinic, 医院, 诊所
gym, workout, exercise, 健身, 锻炼, 运动
medicine, medication, pill, drug, 药, 药物
water, 水
light, lamp, lights, 灯, 灯光
door, 门
window, 窗, 窗户
temperature, 温度, 气温
weather, forecast, 天气, 天气预报
news, headlines, 新闻, 资讯
music, song, playlist, 音乐, 歌曲, 歌
book, 书, 书籍
game, 游戏
"""
