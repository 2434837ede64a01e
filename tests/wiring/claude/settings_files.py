"""Settings files as people and tools leave them: every oddity of form that JSON allows."""

from __future__ import annotations

import json

OTHER = {"type": "command", "command": "~/bin/notify.sh"}
FULL = {
    "$schema": "https://json.schemastore.org/claude-code-settings.json",
    "model": "opus",
    "permissions": {
        "allow": ["Bash(git diff:*)", "Read(~/notes/**)"],
        "deny": ["WebFetch"],
        "defaultMode": "plan",
    },
    "env": {"API_TIMEOUT_MS": "600000", "GREETING": 'say "hi" \\ there'},
    "statusLine": {"type": "command", "command": "~/.claude/statusline.sh", "padding": 0},
    "hooks": {
        "PreToolUse": [
            {"matcher": "Bash", "hooks": [OTHER, {"type": "command", "command": "audit", "timeout": 5}]}
        ],
        "Stop": [{"hooks": [OTHER]}],
        "SessionStart": [{"matcher": "startup|resume", "hooks": [OTHER]}],
    },
    "enabledPlugins": {"formatter@tools": True},
    "mcpServers": {"files": {"command": "npx", "args": ["-y", "server-files", "/srv"]}},
    "cleanupPeriodDays": 30,
}
PLAIN = {"model": "opus", "permissions": {"allow": ["Bash(ls:*)"]}}


def two(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


TEXTS: dict[str, str] = {
    "empty object": "{}",
    "empty object with a line end": "{}\n",
    "blank inside": "{ }\n",
    "lines inside": "{\n\n}\n",
    "tabs inside": "{\t\n\t}",
    "permissions only": two({"permissions": {"allow": ["Bash(npm run test:*)"]}}),
    "env only": two({"env": {"A": "1", "B": ""}}),
    "everything": two(FULL),
    "everything with tabs": json.dumps(FULL, indent="\t"),
    "everything with four blanks": json.dumps(FULL, indent=4) + "\n",
    "everything with one blank": json.dumps(FULL, indent=1) + "\n",
    "everything on one line": json.dumps(FULL),
    "everything without blanks": json.dumps(FULL, separators=(",", ":")),
    "everything with CRLF": two(FULL).replace("\n", "\r\n"),
    "everything with CR": two(FULL).replace("\n", "\r"),
    "everything with BOM": "\ufeff" + two(FULL),
    "BOM and CRLF": "\ufeff" + two(PLAIN).replace("\n", "\r\n"),
    "no final line end": two(FULL).rstrip("\n"),
    "many final line ends": two(PLAIN) + "\n\n  \n",
    "trailing blanks": two(FULL).replace("\n", "  \n"),
    "white space before": "\n\n  " + two(PLAIN),
    "empty hooks": two({"hooks": {}, "model": "opus"}),
    "empty hooks with a blank": '{ "hooks" : { } , "model":"opus" }',
    "empty hooks over lines": '{\n  "hooks": {\n  }\n}\n',
    "empty event": '{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
    "empty event with blanks": '{"hooks":{"Stop":[  ],"SessionEnd":[\n]}}',
    "empty groups": '{"hooks": {"Stop": [{}], "PreCompact": [{"hooks": []}]}}',
    "events of others on one line": '{\n  "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "x" } ] } ] }\n}\n',
    "commas in front": '{\n    "a": 1\n  , "hooks": {\n        "Stop": [\n            {"hooks": []}\n          , {"hooks": []}\n        ]\n    }\n}\n',
    "no indentation": '{\n"model": "opus",\n"hooks": {\n"Stop": [\n{"hooks": []}\n]\n}\n}\n',
    "mixed": '{"model":"opus",\n\t "env" :{ "A":"1" ,"B":"2"},\n\n\n"hooks":\n{\n"Stop"\n:\n[\n]\n}\n}',
    "other scripts": two({"language": "中文", "env": {"NAME": "Zoë 🌙", "RTL": "שלום"}}),
    "escapes": '{"env": {"A": "\\u4e2d\\/\\u0007\\ud83c\\udf19", "B": "\\"quoted\\" \\\\ \\n"}}\n',
    "a lone surrogate": '{"env": {"A": "\\ud800"}}\n',
    "numbers as they are written": '{"a": 1E400, "b": -0.0, "c": 1.50, "d": 12345678901234567890123, "e": 1e-7}\n',
    "doubled keys": '{"model": "a", "hooks": {"Stop": []}, "model": "b", "hooks": {"Stop": [], "Stop": [{"hooks": []}]}}\n',
    "an empty key": '{"": {"": []}, "hooks": {"": []}}\n',
    "keys that look like ours": two({"note": "daykeep-hook", "env": {"daykeep-hook": "--workspace"}}),
    "unknown keys in hooks": two(
        {"hooks": {"Stop": [{"matcher": "", "note": 1, "hooks": [{**OTHER, "async": True}]}], "later": 3}}
    ),
    "switched off": two({"disableAllHooks": True, "hooks": {"Stop": [{"hooks": [OTHER]}]}}),
    "a very long line": json.dumps({"permissions": {"allow": [f"Bash(run {n}:*)" for n in range(2000)]}}),
    "only white space": " \n\t\n",
    "nothing": "",
}
"""Name → text of a settings file."""

FILES = {name: text.encode("utf-8", "surrogatepass") for name, text in TEXTS.items()}
"""Name → bytes of a settings file."""
