"""Wordings of what can be looked up in the project, and of what is more than it can say."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from daykeep.memory.notes.deciding.features.signs import ADDRESS, TOOLS

CODE = "the code says it, and says it right when it has changed; note why it is so instead"
FILES = "the files show where things are, also after they have moved"
GIT = "git knows who changed what and when (git log, git blame)"
NOW = "it is the state of this moment, which is over before the note is read again"


class Wording(NamedTuple):
    """A wording of something that can be looked up, with the reason for not keeping it."""

    reason: str
    pattern: re.Pattern[str]


@cache
def kept_pattern() -> re.Pattern[str]:
    """Orders, reasons, plans and places outside: more than the project itself can say."""
    return re.compile(
        r"\b(?:because|since|so that|so (?:don't|please|never|always|we|keep)|due to|otherwise|don't|do not|never|always|must|should|shouldn't|mustn't|please"
        r"|need(?:s)? to|have to|has to|instead of|unless|until|by (?:monday|tuesday|wednesday|thursday|friday|the end|next)|deadline|will|going to|plan\w*|decided|agreed|waiting"
        r"|blocked|deprecat\w+|migrat\w+|customers?|legal|I (?:prefer|like|want|hate|always|usually)|prefers?|avoid|careful|beware|remember to|make sure|legacy|temporar\w+|on purpose|intentional\w*|rule|reason|why|ask|root cause|fix(?:ed|es)?|lessons?|workaround|bugs?|broke\w*|fail(?:ed|ures?|s)|crash\w*|errors?)\b"
        r"|\b(?:tomorrow|next (?:week|month|quarter|sprint))\b|(?:^|[.;:]\s*)(?:use|keep|put|run|write|add|check|stop|prefer|make|leave|follow)\b"
        r"|因为|由于|所以|否则|不然|为了|避免|不要|别(?!的|人|处)|必须|务必|请|应该|以后|每次|禁止|不能|不允许|不得|一律|统一|记得|先|决定|计划|打算|预计|截止|上线|推迟|客户|法务|老板"
        r"|明天|下周|下个?月|月底|年底|周[一二三四五六日]前|偏好|喜欢|习惯|迁移|废弃|原因|教训|修复|报错(?!信息)|踩坑|失败了|故意|小心|注意|不是|等|卡在"
        rf"|{ADDRESS}|{TOOLS}|飞书|语雀|蓝湖|钉钉|企微|知识库|共享盘|看板",
        re.IGNORECASE,
    )


_PATH = (
    r"(?:`(?![~/])[^`\s]{1,80}`|(?<![\w~/.])(?:\.{1,2}/)?[A-Za-z0-9_@.-]+/[A-Za-z0-9_./@*-]*|\b[A-Za-z0-9_-]+\.(?:py|pyi|js|jsx|ts|tsx|go|rs|java|kt|rb|php|c|h|cpp|cs|swift"
    r"|vue|sql|toml|ya?ml|json|ini|cfg|env|lock|mod|gradle|xml|html|s?css|sh|md)(?![A-Za-z0-9_]))"
)
"""A place inside of a project; what begins at the root or at home is somewhere else."""
_NAME = (
    r"(?<![A-Za-z0-9_.])(?:`?[A-Za-z][A-Za-z0-9]*(?:Service|Controller|Repository|Manager|Client|Handler|Model|View|Component|Factory|Provider|Store|Helper|Utils?|Adapter"
    r"|Middleware|Module|Parser|Builder|Serializer|Validator|Mapper|Dao|Impl|Mixin|Listener)(?:\.\w+)?`?|`?[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?:\(\))?`?|`?[a-z]\w*\(\)`?)"
)
"""A name that is one of code by its form; other names may be products."""
_THING = r"(?:function|method|class|module|component|hook|endpoint|interface|struct|enum|variable|constant|decorator|helper|handler|middleware|service|controller)"
_STACK = (
    r"React|Vue|Angular|Svelte|Next\.?js|Nuxt|TypeScript|JavaScript|Python|Java|Kotlin|Go|Rust|Ruby|Rails|Django|Flask|FastAPI|Spring|Express|Nest\.?JS"
    r"|Redux|Pinia|Vuex|Tailwind|Webpack|Vite|PostgreSQL|Postgres|MySQL|MongoDB|Redis|SQLite|SQLAlchemy|Prisma|GraphQL|gRPC|Docker|Kubernetes|Jest|Vitest|Poetry|pnpm|npm|yarn|ESLint|Prettier|\.NET|Laravel|Electron|Flutter"
)


@cache
def derivable_signs() -> tuple[Wording, ...]:
    """The wordings, each with its reason, the most telling ones first."""
    sha = r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b"
    moment = r"(?:right now|at the moment|currently|just now|at present|now)"
    doing = r"(?:running|debugging|compiling|building|testing|installing|rebasing|editing|fixing the failing|looking at|stepping through|failing)"
    work = r"(?:tests?|test suite|build|server|dev server|container|script|command|process|install|linter|compile\w*|pipeline)"
    wordings = (
        (GIT, rf"(?<![(（])\bcommit\s+`?{sha}`?\s+(?:by|was|from|added|changed|renamed|removed|moved|fixe[sd]|introduced|made|updated)\b|\b(?:in|with|by) (?:the )?commit\s+`?{sha}|在?\s?`?{sha}`?\s*(?:这个|那个)?(?:提交|commit)(?:里|中)?[^，。]{{0,12}}(?:加|改|删|引入|提交)"),
        (GIT, r"\b(?:the )?(?:last|latest|most recent|previous) (?:commit|change|edit|merge)\b.{0,40}\b(?:by|was|is|from|made)\b|\blast (?:changed|edited|modified|touched) by\b|\bgit (?:log|blame|history) (?:shows?|says?)\b|\baccording to git\b"),
        (GIT, r"\b[A-Z]\w+ (?:added|changed|renamed|removed|moved|edited|touched|wrote) .{1,60} in (?:the )?(?:last |latest )?commit\b|\b(?:added|changed|renamed|removed|introduced) in (?:commit|PR #?\d)"),
        (GIT, "(?:上次|最近一?次|最后一?次|上一次|最新)的?(?:提交|commit|改动|修改)|(?:上次|最近一?次|最后一?次|上一次)是[^，。]{1,8}(?:改|提交|动|写)的|git\\s?(?:log|blame)\\s?(?:里|显示|上)|(?:文件|函数|模块)[^，。]{0,8}(?:是|由)[^，。]{1,6}(?:改|写|加|提交)的$"),
        (NOW, r"\b(?:I'm|I am|we're|we are|you're|currently|now)\b.{0,20}\bon (?:the )?(?:branch\b|[\w./-]+ branch\b)|\bcurrent branch is\b|\b(?:checked out|the branch) .{0,30}(?:right now|at the moment|currently)"),
        (NOW, r"\b(?:uncommitted|unstaged|untracked|unpushed|staged) (?:changes|files?|work|commits?)\b|\bworking tree is (?:clean|dirty)\b"),
        (NOW, rf"\b{work}\b.{{0,30}}\b(?:is|are|still)\b.{{0,12}}\b(?:running|compiling|building|failing|executing|starting)\b.{{0,40}}\b{moment}\b|\b{moment}\b.{{0,12}}\b(?:the )?{work}\b.{{0,20}}\b(?:is|are)\b.{{0,10}}\b(?:running|building|failing)\b"),
        (NOW, rf"^(?:I'm |we're |I am |we are |am )?{moment},? (?:I'm |we're |I am |we are )?{doing}\b.{{0,30}}\b(?:test|build|server|file|branch|error|script|{_PATH})|^(?:I'm|I am|we're|we are) (?:{moment} |halfway through |in the middle of )?(?:debugging|running|compiling|rebasing|editing) (?:the |a )?(?:failing )?(?:\w+ )?(?:tests?|build|server|script|{_PATH})"),
        (NOW, rf"^[\w-]+(?: [\w-]+)? (?:is|are) (?:building|compiling|installing|running|deploying|rebasing) {moment}\W*$"),
        (NOW, rf"\b(?:dev |local )?server is (?:running|up|listening) on (?:port )?\S*\d|\b{work} (?:is|are) (?:still )?running\b.{{0,12}}\d+ (?:of|/) \d+"),
        (NOW, "(?:现在|目前|当前|正|我)[^，。]{0,6}在\\s?[\\w./-]+\\s?(?:这个)?分支|当前分支是|切到了?\\s?[\\w./-]+\\s?分支"),
        (NOW, "(?:没|未|还没|尚未)(?:提交|暂存|推送|push|commit)(?:的)?(?:$|[，。]|改动|文件|代码)|工作区(?:是)?(?:干净|有改动)"),
        (NOW, f"(?:正在|刚刚?在|刚才在|还在|现在在|在)(?:跑|运行|执行|编译|构建|安装|调试)\\s?(?:[^，。]{{0,12}}(?:测试|用例|脚本|构建|命令|服务|依赖|报错|代码)|{_PATH})|(?:依赖|镜像|服务|脚本|构建|项目)(?:还)?正?在(?:安装|构建|启动|编译|下载)|刚跑完[^，。]{{0,4}}测试|测试[^，。]{{0,6}}(?:正在跑|还没跑完|跑到一半)"),
        (FILES, rf"\b(?:is|are|lives?|sits?|goes?|go|resides?|located|defined|found|stored|kept)\b[^.;!?\n]{{0,24}}\b(?:in|under|at|inside|into|below)\s+(?:the |folder |directory |file )*{_PATH}"),
        (FILES, r"\b(?:tests?|models?|routes?|components?|helpers?|utils?|utilities|styles?|types?|controllers?|services?|views?)\b.{0,12}\b(?:is|are|live)\b.{0,12}\b(?:in|under)\b.{0,20}\b(?:folder|directory|dir)\b"),
        (FILES, r"\b(?:repo|repository|codebase|project|code ?base)\b.{0,24}\bmonorepo\b|\bmonorepo (?:with|of)\b|\b(?:repo|repository|codebase|project) (?:has|contains) (?:an? )?(?:\d+ (?:tests?|modules|packages|files)|Makefile|Dockerfile|README|CHANGELOG)\b"),
        (FILES, f"(?:都?放在?了?|都?在|存在|位于|写在|定义在|是)\\s?{_PATH}\\s?(?:这个|那个)?(?:目录|文件夹|文件|里|下|中|$|[，。])|{_PATH}\\s?(?:目录|里|下|目录里|目录下)?(?:面)?(?:放(?:的是|着|了)?|存放|是放)[^，。]{{0,6}}(?:接口|页面|组件|模型|测试|工具|代码|脚本|样式|路由|配置|文件|类型|资源)"),
        (FILES, "(?:测试|模型|路由|组件|工具函数|接口|样式|控制器|脚本|代码)(?:文件)?都?(?:放)?在\\s?`?[\\w./-]+`?\\s?(?:目录|文件夹)|(?:仓库|项目|代码库)(?:是)?(?:一个)?\\s?monorepo"),
        (CODE, rf"\b(?:the |this |our )?(?:project|repo|repository|app|application|codebase|frontend|front end|backend|back end)\s+(?:uses|is using|is written in|is built (?:with|on)|runs on|is based on|depends on)\s+(?:\w+ )?(?:{_STACK})(?!\w)"),
        (CODE, f"(?:项目|仓库|前端|后端|代码|应用)(?:里|中)?(?:都)?(?:用的是|使用的是|采用了?|使用|用了?|基于|是用)\\s?(?:了|的)?\\s?(?:{_STACK})"),
        (CODE, rf"{_NAME}\s+(?:calls|extends|implements|inherits|returns|takes|imports|wraps|delegates to|depends on|subclasses|throws|overrides|accepts)\b"),
        (CODE, rf"\b{_THING}\s+(?:called |named )?{_NAME}\s+(?:is|calls|takes|returns|extends|accepts|does|handles|reads|sends)\b|\bthe (?:function|method|component|hook|class) [A-Z_a-z]\w+ (?:takes|returns|extends|accepts|calls|renders)\b|{_NAME}\s+(?:is a|is the) {_THING}\b|{_PATH}\s+(?:has|contains|defines|exports|declares)\s+(?:a |an |the |two |three )?(?:\w+ )?{_THING}|^`?[A-Za-z]\w*\.(?:py|js|jsx|ts|tsx|go|rs|java|vue|rb)`? (?:renders|imports|reads|exports|calls|extends)\b"),
        (CODE, r"\b(?:package\.json|requirements\.txt|pyproject\.toml|go\.mod|Cargo\.toml|Gemfile|pom\.xml|build\.gradle)\b.{0,12}\b(?:lists?|contains?|has|depends|includes?|declares?|pins?)\b"),
        (CODE, rf"\b(?:is|are|gets?) (?:loaded|read|imported|parsed|configured|generated) (?:from|in) (?:the )?{_PATH}"),
        (CODE, f"{_NAME}\\s?(?:里|类|函数|方法|组件|模块)?(?:的|里的)?\\s?(?:[A-Za-z_]+\\s?(?:方法|函数))?\\s?(?:会调用|里?调用了?|继承自|实现了|返回|接收|依赖了?|引用了|封装了)"),
        (CODE, f"{_PATH}\\s?(?:里|中)(?:有|定义|导出|写)(?:了|个|一个|着)*[^，。]{{0,8}}(?:函数|方法|类|组件|常量|变量|接口)|(?:package\\.json|requirements\\.txt|pyproject\\.toml|go\\.mod|Cargo\\.toml|pom\\.xml)\\s?(?:里|中)?(?:面)?(?:依赖|有|写|列)"),
        (CODE, f"从\\s?{_PATH}\\s?(?:里|中)?(?:读取|加载|导入|读)"),
    )  # fmt: skip
    return tuple(Wording(reason, re.compile(pattern)) for reason, pattern in wordings)
