"""The patterns behind the signs of injection, as data.

Each kind has needles, one of which must occur in the lower-cased text before a pattern is compiled, and patterns in which
every repetition is bounded. They cover the phrasings that public collections of injections share, in English, Chinese and
some phrases of ten more languages.
"""

from __future__ import annotations

from typing import NamedTuple

DOWNLOADERS = ("curl", "wget", "fetch", "iwr", "invoke-webrequest")
PIPE_TO_SHELL = (
    r"[|;&]{1,2}\s{0,4}(?:sudo\s+)?(?:(?:ba|z|da|k|fi)?sh|python|perl|ruby|node|iex|invoke-expression)\d?\b"
)
"""Read backwards: a shell that is fed, and then what feeds it, so that a text full of ``curl`` costs no more."""
PIPE_WINDOW = 400


class Phrases(NamedTuple):
    """What gives one kind of sign away."""

    needles: tuple[str, ...]
    patterns: tuple[str, ...]


_CORE = r"(?:SOUL|AGENTS?|USER|TOOLS|IDENTITY|HEARTBEAT|BOOTSTRAP|MEMORY|CLAUDE)"

PHRASES = {
    "url": Phrases(
        needles=("://", "www.", "javascript:", "data:", "(//", "=//", '="//', "='//"),
        patterns=(
            r"\b(?:https?|ftps?|wss?|file|ssh|git|hxxps?)://[^\s<>\"'）】]{1,2000}",
            r"\bwww\.[a-z0-9-]{1,63}\.[^\s<>\"']{1,500}",
            r"\]\(\s{0,3}//[^\s<>\"')]{1,500}",
            r"\b(?:src|href)\s{0,3}=\s{0,3}[\"']?//[^\s<>\"']{1,500}",
            r"\bjavascript:[^\s]{1,200}",
            r"\bdata:[a-z]{2,20}/[a-z0-9.+-]{1,40}[;,][^\s]{1,200}",
        ),
    ),
    "html": Phrases(
        needles=("<",),
        patterns=(
            r"<\s{0,3}/?\s{0,3}(?:script|img|iframe|object|embed|svg|link|style|meta|base|form|video|audio|input)\b",
            r"<[a-z][^<>]{0,300}\son[a-z]{3,20}\s{0,3}=",
        ),
    ),
    "command": Phrases(
        needles=(
            "curl",
            "wget",
            "rm ",
            "powershell",
            "pwsh",
            "invoke-",
            "iex",
            "base64",
            "sudo",
            "chmod",
            "eval",
            "mkfifo",
            "nc ",
            "certutil",
            "mshta",
            "regsvr32",
            "crontab",
            "authorized_keys",
            "osascript",
            "python",
            "bash",
            "/dev/tcp",
            "dd ",
            "mkfs",
            ":(){",
            "schtasks",
            "format c:",
            "del ",
            "node -e",
            "perl -e",
            "ruby -e",
        ),
        patterns=(
            r"\b(?:ba|z)?sh\s{0,2}(?:-c\s{0,2})?[\"']?(?:<\(|\$\(|`)\s{0,2}(?:curl|wget)\b",
            r"\brm\s+(?:-{1,2}[a-z-]{1,20}\s+){0,4}-{1,2}(?:[a-z]{0,6}r[a-z]{0,6}|recursive)\b",
            (
                r"\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,200}-(?:e|ec|enc|encodedcommand|c|command|w|"
                r"windowstyle|ep|executionpolicy|nop|noprofile)\b"
            ),
            r"\b(?:invoke-expression|invoke-webrequest|invoke-restmethod|iex)\b\s{0,3}[(\"'$a-z]",
            r"\bbase64\s+(?:-d|-D|--decode)\b[^\n]{0,200}\|",
            r"\bsudo\s+[a-z./-]{2,40}",
            r"\bchmod\s+(?:[0-7]{3,4}|[ugoa]{0,4}\+[rwxs]{1,4})\s+\S",
            r"\beval\s{0,2}[(\"'$`]|\bexec\(",
            r"\bmkfifo\s+\S",
            r"\bnc(?:at)?\s+(?:-[a-z]{1,8}\s+){1,4}",
            r"\bcertutil\b[^\n]{0,100}-urlcache",
            r"\b(?:mshta|regsvr32)\s+\S",
            r"\bcrontab\s+(?:-[er]|-\s|\S{1,80}\.)",
            r">>?\s{0,3}\S{0,80}authorized_keys",
            r"\bosascript\s+-e",
            r"\b(?:python3?|node|perl|ruby)\s+-[ce]\s+[\"']",
            r"\bbash\s+-[ic]\b",
            r"/dev/tcp/",
            r"\bdd\s+if=",
            r"\bmkfs(?:\.[a-z0-9]{2,5})?\s",
            r":\(\)\s{0,2}\{",
            r"\bschtasks\b[^\n]{0,60}/create",
            r"\bformat\s+c:",
            r"\bdel\s+/[sfq]\b",
        ),
    ),
    "override": Phrases(
        needles=(
            "ignor",
            "disregard",
            "forget",
            "overrid",
            "bypass",
            "you are now",
            "instruction",
            "system prompt",
            "jailbreak",
            "developer mode",
            "do not tell",
            "don't tell",
            "never tell",
            "without telling",
            "without asking",
            "without inform",
            "act as",
            "pretend",
            "obey",
            "忽略",
            "无视",
            "無視",
            "忘记",
            "忘掉",
            "不要告诉",
            "别告诉",
            "你现在是",
            "从现在起",
            "从现在开始",
            "from now on",
            "系统指令",
            "新的指令",
            "新指令",
            "系统提示",
            "不要遵守",
            "绕过",
            "reply only",
            "respond only",
            "answer only",
            "decode",
            "解码",
            "解密",
            "不要理会",
            "别管",
            "只回",
            "只能回",
            "只输出",
            "игнориру",
            "забудь",
            "ignorez",
            "oublie",
            "無視して",
            "무시",
            "vergiss",
            "ignoriere",
            "olvida",
            "esqueça",
            "abaikan",
            "bỏ qua",
            "התעלם",
            "تجاهل",
        ),
        patterns=(
            (
                r"\b(?:ignore|disregard|forget|override|bypass|skip|do\s+not\s+follow|don'?t\s+follow|"
                r"stop\s+following)\s+(?:[a-z']{1,12}\s+){0,5}(?:instructions?|rules?|prompts?|directions?|"
                r"guidelines?|directives?|commands?|constraints?|polic(?:y|ies)|safety|safeguards?|programming|"
                r"context|messages?|everything)\b"
            ),
            r"\byou\s+are\s+now\s+(?:an?\s+|in\s+|the\s+|no\s+longer\s+|free\b|dan\b)",
            r"\b(?:new|updated|real|actual|revised)\s+(?:system\s+)?instructions?\s{0,3}[:：]",
            r"\bfrom\s+now\s+on,?\s+you\s+(?:are|will|must|shall|should|act|have)\b",
            (
                r"\b(?:reveal|print|show|output|repeat|leak|send|expose)"
                r"\s+(?:[a-z']{1,12}\s+){0,4}(?:system\s+prompt|hidden\s+instructions?|initial\s+instructions?)"
            ),
            (
                r"\b(?:do\s+not|don'?t|never)\s+(?:tell|inform|mention\s+(?:this|it)\s+to|alert|notify|"
                r"reveal\s+(?:this|it)\s+to|let)\s+(?:the\s+|your\s+)?(?:user|human|owner|operator|anyone)\b"
            ),
            (
                r"\bwithout\s+(?:telling|asking|informing|notifying|alerting|the\s+knowledge\s+of)\s+(?:the\s+|"
                r"your\s+)?(?:user|human|owner|operator|anyone|them|him|her)\b"
            ),
            (
                r"\b(?:act|behave|respond)\s+as\s+(?:if\s+you|an?\s+(?:unrestricted|unfiltered|evil|admin|root|"
                r"system|different))"
            ),
            r"\bpretend\s+(?:to\s+be|you\s+are|that\s+you)\b",
            r"\b(?:jailbreak|developer\s+mode\s+(?:enabled|on|activated)|do\s+anything\s+now)\b",
            r"\bobey\s+(?:these|the\s+following|only|me|all)\b",
            (
                r"\b(?:ignore|disregard)\s+(?:the|your)\s+(?:user|human|owner|operator)(?:'s)?"
                r"(?:\s+(?:says?|asks?|wants?|requests?|questions?|wishes|words?))?(?=\s{0,3}(?:[,.;:!]|and\b|or\b|$))"
            ),
            r"\b(?:reply|respond|answer)\s+only\s+with\s+(?:the\s+)?(?:words?|phrase|sentence|text|string)\b",
            (
                r"\bdecode\b[^\n]{0,80}\b(?:follow|obey|carry\s+(?:it|them)\s+out|"
                r"(?:do|execute|run)\s+(?:it|them|as|what|the\s+result))\b"
            ),
            r"解(?:码|密)[^\n。；]{0,20}(?:照做|照办|遵守|遵照|(?:并|然后|再)执行)",
            r"(?:忽略|无视|無視|不要理会|别管)[^\n。；，,]{0,4}(?:用户|主人|使用者)(?:说|讲|提|问|要求|的话)",
            r"只(?:能)?(?:回复|回答|输出)[^\n。；]{0,40}(?:这个词|这个字|这句话|一个词|一句话)",
            (
                r"(?:忽略|无视|無視|忘记|忘掉|不要遵守|不要理会|绕过|推翻|覆盖)[^\n。；]{0,16}?(?:指令|指示|规则|規則|提示词|提示|说明|要求|命令|约束|限制|安全策略|设定|"
                r"设置|对话|上下文)"
            ),
            r"(?:不要|别|请勿|勿|不得)(?:告诉|告知|通知|提醒|让)(?:你的)?(?:用户|主人|人类|他|她|任何人)",
            r"你现在(?:是|扮演|要扮演)",
            r"从现在(?:起|开始)[，,]?\s{0,2}你(?:是|要|必须|将|只能|应)",
            r"新的?(?:系统)?指令\s{0,2}[:：]",
            r"(?:输出|显示|泄露|告诉我|打印)[^\n。]{0,10}(?:系统提示|系统指令|提示词)",
            r"(?:игнорируй|игнорируйте|забудь|забудьте)\s[^\n.]{0,40}(?:инструкци|указани|правил)",
            (
                r"(?:ignora|ignore|ignorez|olvida|esqueça|oublie[zs]?|ignoriere|vergiss|abaikan)"
                r"\s[^\n.]{0,40}(?:instruc|instruç|instruzion|anweisung|regeln|consignes|reglas|instruksi)"
            ),
            r"(?:指示|命令|ルール|プロンプト)[^\n。]{0,8}(?:無視|忘れ)",
            r"(?:지시|명령|규칙)[^\n.]{0,8}무시",
            r"bỏ qua[^\n.]{0,40}(?:hướng dẫn|chỉ dẫn|quy tắc)",
            r"התעלם[^\n.]{0,30}(?:הוראות|ההוראות)",
            r"تجاهل[^\n.]{0,30}(?:التعليمات|تعليمات)",
        ),
    ),
    "core-file": Phrases(
        needles=(
            "soul",
            "agents",
            "user.md",
            "tools.md",
            "identity",
            "heartbeat",
            "bootstrap",
            "memory.md",
            "claude.md",
        ),
        patterns=(
            (
                r"\b(?:write|add|append|edit|update|modify|overwrite|insert|put|save|copy|change|replace|delete|"
                r"remove|store|record|include|inject|prepend|create|rewrite|set)"
                rf"\b[^\n.]{{0,80}}\b{_CORE}(?:\.md\b|\s+file\b)"
            ),
            (
                r"\b(?:write|add|append|edit|update|modify|overwrite|insert|put|save|inject|prepend|rewrite)"
                r"\b[^\n.]{0,60}\b(?-i:SOUL|AGENTS|HEARTBEAT|TOOLS|IDENTITY)\b"
            ),
            (
                r"(?<![已经])(?:写入|写到|写进|添加|加入|加到|追加|修改|更新|编辑|覆盖|替换|删除|保存到|插入|放进|记入)(?![了过完好])"
                rf"[^\n。；]{{0,40}}{_CORE}(?:\.md)?"
            ),
            (
                rf"(?:把|将|在|向|往)[^\n。；]{{0,40}}{_CORE}(?:\.md)?[^\n。；]{{0,12}}(?:写入|写上|添加|加上|加入|追加|修改|更新|删除|替换|插入)"
                r"(?![了过完好])"
            ),
            rf"[^\s][ \t]>>?\s{{0,3}}[\w./~-]{{0,80}}{_CORE}\.md\b",
        ),
    ),
    "system-prefix": Phrases(
        needles=(
            "system",
            "<|",
            "[inst",
            "<<sys",
            "human:",
            "assistant:",
            "系统",
            "</s>",
            "<start_of_turn",
            "<function_calls",
            "<tool_",
        ),
        patterns=(
            (
                r"^[ \t>]{0,4}(?:\[?system(?:\s(?:message|note|notice|prompt|alert|override))?\]?|"
                r"#{1,4}\s{0,2}system(?:\s(?:message|prompt))?)\s{0,2}[:：]"
            ),
            r"^\s{0,4}\[system(?:\s(?:message|note|notice|prompt|alert))?\]",
            r"^[ \t>]{0,4}(?:human|assistant)\s{0,2}:",
            r"<\|[a-z_]{2,30}\|>",
            r"\[/?INST\]|<</?SYS>>",
            r"</?(?:system|system-reminder|system_prompt|instructions?|function_calls|tool_call|tool_result)>",
            r"</s>|<(?:start|end)_of_turn>",
            r"^[ \t>]{0,4}[\[【]?系统(?:消息|提示|通知|指令)?[\]】]?\s{0,2}[:：]",
        ),
    ),
    "audit": Phrases(
        needles=("audit", "compaction", "workflow_auto", "startup files", "审计", "压缩后"),
        patterns=(
            r"\bpost[- ]?compaction\s+(?:context\s+|memory\s+|safety\s+)?(?:audit|check|verification|refresh)",
            r"\bWORKFLOW_AUTO(?:\.md)?\b",
            r"\b(?:required|mandatory)\s+startup\s+files?\b",
            r"\bafter\s+(?:memory|context)\s+compaction\b[^\n]{0,80}\b(?:read|restore|re-?read)\b",
            r"\b(?:re-?read|read)\s+(?:them|these\s+files?|it)\s+now\b[^\n]{0,60}\b(?:tool|before)\b",
            r"压缩后[^\n。]{0,10}(?:审计|检查|核查)",
        ),
    ),
}
