"""Things of one kind that exclude each other: a line is a kind, ``;`` parts its members, ``,`` the names of one.

Two claims that agree but for two members of a kind speak of different things.
"""

KINDS = """
monday, mon, 周一, 星期一, 礼拜一; tuesday, tue, 周二, 星期二, 礼拜二; wednesday, wed, 周三, 星期三, 礼拜三; thursday, thu, 周四, 星期四, 礼拜四; friday, fri, 周五, 星期五, 礼拜五; saturday, sat, 周六, 星期六, 礼拜六; sunday, 周日, 星期日, 星期天, 礼拜天, 礼拜日
january, jan, 一月, 1月; february, feb, 二月, 2月; march, 三月, 3月; april, apr, 四月, 4月; month of may, 五月, 5月; june, jun, 六月, 6月; july, jul, 七月, 7月; august, aug, 八月, 8月; september, sep, sept, 九月, 9月; october, oct, 十月, 10月; november, nov, 十一月, 11月; december, dec, 十二月, 12月
morning, mornings, before noon, 中午前, 午前, a.m., 早上, 上午, 早晨, 清晨; afternoon, afternoons, p.m., 下午; evening, evenings, night, nights, 晚上, 夜里, 傍晚, 晚间, 夜间, 深夜; noon, midday, 中午; midnight, 午夜, 零点
daily, every day, each day, per day, a day, 每天, 每日, 按天, 按日; weekly, every week, each week, per week, a week, 每周, 每星期, 按周; monthly, every month, each month, per month, a month, 每月, 每个月, 按月; hourly, every hour, each hour, per hour, an hour, 每小时; yearly, annually, every year, per year, a year, 每年, 按年; per minute, every minute, a minute, 每分钟; per second, every second, 每秒; quarterly, 每季度
yesterday, 昨天; today, 今天; tomorrow, 明天
weekday, weekdays, working day, workday, workdays, 工作日; weekend, weekends, 周末
spring, 春天, 春季; summer, 夏天, 夏季; autumn, 秋天, 秋季; winter, 冬天, 冬季
staging, stage, 预发, 预发布; production, prod, 生产, 生产环境, 线上, 正式环境; development, dev, 开发环境; test environment, 测试环境
postgres, postgresql, psql, pg; mysql; mariadb; sqlite, sqlite3; mongodb, mongo; redis, valkey; dynamodb; elasticsearch; cassandra; clickhouse; duckdb; neo4j; oracle; memcached; supabase; firebase
qdrant; chroma, chromadb; pinecone; milvus; weaviate; pgvector; faiss; lancedb
nginx; apache, httpd; caddy; traefik; haproxy; envoy
chrome, chromium; firefox; safari; edge; brave; opera
windows, win; linux; macos, mac, osx; android; ios
ubuntu; debian; fedora; arch; centos; alpine; rhel
iphone; ipad; macbook; pixel; 安卓
json; yaml, yml; toml; xml; csv; ini; markdown, md; html; pdf; parquet; jsonl, ndjson; docx, word; xlsx, excel
png; jpg, jpeg; webp; gif; svg; avif
mp3; wav; ogg, opus; m4a; flac
mp4; mkv; webm; mov
python; javascript, js; typescript, ts; rust; golang; java; ruby; php; kotlin; swift; perl; scala; elixir; c++, cpp; c#, csharp; bash; lua
npm; pnpm; yarn; bun; pip; uv; poetry; conda; cargo; brew, homebrew; apt
react; vue; svelte; angular; next.js, nextjs; nuxt
django; flask; fastapi; rails; express; spring boot; laravel
jest; vitest; mocha; playwright; cypress; selenium; puppeteer
webpack; vite; rollup; esbuild; parcel; turbopack
eslint; prettier; biome; ruff; black; flake8; mypy
docker; podman; kubernetes, k8s; systemd; pm2; supervisor, supervisord; launchd; nomad
aws; gcp, google cloud; azure; vercel; netlify; cloudflare; heroku; railway; hetzner; digitalocean; aliyun, 阿里云; 腾讯云; 华为云; fly.io; render; replit
s3; gcs; r2; minio; dropbox; google drive, gdrive; onedrive; icloud; nextcloud; webdav
github; gitlab; gitea; bitbucket; forgejo; gitee
jenkins; github actions; gitlab ci; circleci; travis
jira; linear; trello; asana; notion; obsidian; todoist; airtable; clickup; logseq
telegram, tg; whatsapp; slack; discord; signal; email, mail, e-mail, 邮件; sms, 短信; feishu, lark, 飞书; wechat, 微信; dingtalk, 钉钉; teams; imessage; matrix; zoom; wecom, 企业微信; line app; qq; phone, 电话, call
twitter; facebook; instagram; linkedin; reddit; youtube; tiktok; mastodon; bluesky; weibo, 微博; xiaohongshu, 小红书; douyin, 抖音; bilibili, b站; zhihu, 知乎; moltbook
claude; gpt, chatgpt; gemini; llama; mistral; deepseek; qwen, 通义; kimi; grok; ollama; codex; glm; minimax
opus; sonnet; haiku; flash; 4o; turbo
openai; anthropic; google; microsoft; apple; amazon; meta; openrouter; groq; huggingface
grafana; prometheus; datadog; sentry; kibana; splunk; loki
kafka; rabbitmq; nats; sqs; celery; mqtt; pulsar
stripe; paypal; alipay, 支付宝; wechat pay, 微信支付; wise; revolut
bitcoin, btc; ethereum, eth; solana, sol; usdt; usdc
usd, dollar, dollars, 美元; eur, euro, euros, 欧元; gbp, pound, pounds, 英镑; cny, rmb, yuan, 人民币; jpy, yen, 日元
english, 英文, 英语; chinese, mandarin, 中文, 汉语; japanese, 日文, 日语; german, 德语, 德文; french, 法语, 法文; spanish, 西班牙语; russian, 俄语; portuguese, 葡萄牙语; korean, 韩语, 韩文; italian, 意大利语; dutch, 荷兰语
berlin, 柏林; london, 伦敦; paris, 巴黎; madrid; tokyo, 东京; beijing, 北京; shanghai, 上海; shenzhen, 深圳; guangzhou, 广州; hangzhou, 杭州; new york, 纽约; singapore, 新加坡; sydney; san francisco, 旧金山; hong kong, 香港; munich, 慕尼黑; chengdu, 成都; vienna; zurich; amsterdam
utc, gmt; cet, cest; est, edt; pst, pdt; cst; jst; asia/shanghai; europe/berlin; local time, 本地时间
red, 红色, 红; green, 绿色, 绿; blue, 蓝色, 蓝; yellow, 黄色; black, 黑色; white, 白色; orange, 橙色; purple, 紫色; grey, gray, 灰色; pink, 粉色
dark, dark mode, dark theme, 深色, 暗色, 深色模式; light mode, light theme, 浅色, 亮色, 浅色模式
coffee, 咖啡; tea, 茶; water, 水; beer, 啤酒; wine, 红酒; milk, 牛奶; juice, 果汁
espresso; latte, 拿铁; cappuccino; americano, 美式
green tea, 绿茶; black tea, 红茶
peanut, peanuts, 花生; gluten; lactose, dairy, 乳制品; shellfish, seafood, 海鲜; egg, eggs, 鸡蛋; soy; nuts, 坚果
vegetarian, 素食; vegan, 纯素; pescatarian
dog, 狗; cat, 猫; bird, 鸟; horse, 马
wife, 妻子, 老婆, 太太; husband, 丈夫, 老公; son, 儿子; daughter, 女儿; mother, mom, 妈妈, 母亲; father, dad, 爸爸, 父亲; brother, 哥哥, 弟弟; sister, 姐姐, 妹妹
admin, administrator, 管理员; guest, 访客; developer, 开发者; manager, 经理
north, 北; south, 南; east, 东; west, 西
first, 第一; second, 第二; third, 第三; fourth, 第四
tcp; udp; http; https; websocket, websockets; grpc; ssh; ftp, sftp; mtls; sse
rest; graphql; soap
oauth; jwt; api key, api keys; basic auth; saml; cookie, cookies; passkey
rsa; ed25519; ecdsa
aes; chacha20; md5; sha1, sha-1; sha256, sha-256; sha512; bcrypt; argon2
cpu, 处理器; gpu, 显卡; memory, ram, 内存; disk, 磁盘, 硬盘; network, 网络; bandwidth, 带宽
gateway, 网关; worker; scheduler, 调度器; database, 数据库; load balancer, 负载均衡; proxy, 代理; firewall, 防火墙; cache, 缓存; queue, 队列; frontend, 前端; backend, 后端; browser, 浏览器; dashboard, 仪表盘, 看板
router, 路由器; switch, 交换机; printer, 打印机; camera, 摄像头, 相机; nas; laptop, 笔记本; phone, 手机; tablet, 平板; tv, 电视; server, 服务器
title, 标题, subject, 主题, subject line; body, 正文; footer, 页脚; header, 页眉; signature, 签名
username, user name, 用户名; password, 密码; email address, 邮箱
row, 行; column, 列; table, 表
main branch, main, master; release branch; develop branch, develop; feature branch; gh-pages
boss, 老板; client, customer, 客户; colleague, team, 同事, 团队
merge, 合并; rebase, 变基; squash; cherry-pick
spaces, space, 空格; tabs, tab, 制表符
single quotes, single quote, 单引号; double quotes, double quote, 双引号
camelcase, camel case, 驼峰; snake_case, snake case, 下划线; kebab-case, kebab case
unit tests, unit test, 单元测试, 单测; integration tests, integration test, 集成测试; e2e tests, end-to-end tests, 端到端测试; load test, 压测; smoke test, smoke tests, 冒烟测试
warning, warnings, 警告; info
alpha; beta; rc, release candidate; stable, 稳定版; nightly
monthly report, 月报; weekly report, 周报; daily report, 日报; annual report, 年报
invoice, 发票; contract, 合同; receipt, 收据; quote, 报价
alice; bob; carol; dave; anna; tom; john; mary; peter; mike; sarah; lisa; emma; david; kevin; 张三; 李四; 王五; 小明; 小红
标题, 主题; 封面; 正文; 评论
primary, primary database, leader, 主库, 主节点; replica, read replica, standby, secondary, follower, 从库, 备库, 副本, 从节点
input, 输入; output, 输出
upload, 上传; download, 下载
import, 导入; export, 导出
client, 客户端; server, 服务端, 服务器
source, 源; target, destination, 目标
parent, 父; child, 子
request, 请求; response, 响应
memory.md; soul.md; user.md; agents.md; tools.md; heartbeat.md; identity.md; claude.md; bootstrap.md
user, users, 用户; agent, 代理, 智能体
image, images, 图片; video, videos, 视频; audio, 音频; text, 文字
train, 火车, 高铁; plane, flight, 飞机, 航班; bus, 公交; taxi, 出租车; subway, metro, 地铁; bike, bicycle, 自行车
breakfast, 早餐, 早饭; lunch, 午餐, 午饭; dinner, supper, 晚餐, 晚饭
doctor, 医生; dentist, 牙医; lawyer, 律师; accountant, 会计; teacher, 老师
running, 跑步; swimming, 游泳; yoga, 瑜伽; tennis, 网球; cycling, 骑行; basketball, 篮球; football, 足球
aisle, aisle seat, 过道, 靠过道, 过道座位, 走道; window seat, 靠窗, 靠窗座位, 窗边
request body, 请求体; response body, 响应体
comma, commas, 逗号; semicolon, semicolons, 分号; colon, colons, 冒号; pipe, pipes, 竖线
spicy, 辣; salty, 咸; sweet, 甜; sour, 酸; bitter, 苦
stomach, 胃, 肠胃; liver, 肝; heart, 心脏; kidney, 肾; blood pressure, 血压
internet, public internet, 外网, 公网, 互联网; intranet, internal network, 内网, 局域网; database, 数据库
designer, designers, 设计师; lawyer, lawyers, 律师; engineer, engineers, 工程师; accountant, 会计师; architect, 架构师, 建筑师; tester, testers, 测试员; salesperson, sales, 销售; hr, human resources, 人事; finance, 财务; reception, 前台
pork, 猪肉; beef, 牛肉; chicken, 鸡肉; lamb, mutton, 羊肉; fish, 鱼, 鱼肉; shrimp, prawns, 虾; duck, 鸭肉; crab, 螃蟹
january, 一月份; february, 二月份; march, 三月份; april, 四月份; month of may, 五月份; june, 六月份; july, 七月份; august, 八月份; september, 九月份; october, 十月份; november, 十一月份; december, 十二月份
landing page, 落地页; pricing page, 定价页, 价格页; home page, homepage, 首页, 主页; login page, 登录页; settings page, 设置页; detail page, details page, 详情页
access log, access logs, 访问日志; error log, error logs, 错误日志; audit log, audit logs, 审计日志; debug log, debug logs, 调试日志; slow log, slow query log, 慢日志
formal, 正式; informal, casual, relaxed, 随意, 轻松, 非正式
apple, apples, 苹果; pear, pears, 梨; banana, bananas, 香蕉; strawberry, strawberries, 草莓; mango, 芒果; orange juice, 橙汁
headphones, headset, 耳机; keyboard, 键盘; mouse, 鼠标; monitor, screen, display, 显示器, 屏幕; speaker, 音箱, 扬声器; microphone, mic, 麦克风; charger, 充电器
kitchen, 厨房; bedroom, 卧室; living room, 客厅; bathroom, 浴室, 卫生间; garage, 车库; basement, cellar, 地下室; balcony, 阳台; garden, 花园; office, 办公室; study, 书房
train ticket, train tickets, 火车票, 车票; plane ticket, flight ticket, 机票; ticket, tickets, 门票
rent, 房租; electricity, electricity bill, 电费; water bill, 水费; gas bill, 燃气费; internet bill, 网费; property fee, 物业费
oat milk, 燕麦奶; soy milk, 豆奶, 豆浆; almond milk, 杏仁奶; whole milk, 全脂奶; skimmed milk, 脱脂奶
hospital, 医院; school, 学校; company, 公司; bank, 银行; library, 图书馆; gym, 健身房; airport, 机场; station, 车站; hotel, 酒店; supermarket, 超市; pharmacy, 药店; restaurant, 餐厅; kindergarten, 幼儿园
rain, rainy, rains, raining, 下雨, 雨天, 下雨天; sunny, sun, 晴天; snow, snowy, snowing, 下雪, 雪天; windy, wind, 刮风; foggy, fog, 大雾
fahrenheit, 华氏度, 华氏; celsius, centigrade, 摄氏度, 摄氏; kelvin, 开尔文
internet explorer, ie, msie
inside, within the, 之内, 以内; outside, outside of, 之外, 以外
blood sugar, 血糖; blood pressure, 血压; blood lipids, 血脂, cholesterol, 胆固醇
external, 外部; internal, 内部
ticket, tickets, 工单; tool, tools, 工具
footnote, footnotes, 脚注; caption, captions, 图注; endnote, endnotes, 尾注; heading, headings, 小标题
metric, 公制; imperial, 英制
mobile, mobile users, 手机端, 移动端; desktop, desktop users, 电脑端, 桌面端, pc 端
small model, smaller model, 小模型; large model, larger model, big model, bigger model, 大模型
"""
