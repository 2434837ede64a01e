"""Files and answers for ``daykeep context build``."""

from __future__ import annotations

import json

BASE = "".join(f"Rule {number}: be careful with item {number} and say so.\n" for number in range(120))
SAID = [
    {"role": "user", "content": "Look at the boiler."},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": "t1", "name": "Read", "input": {"path": "boiler.md"}},
        ],
    },
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "1.5 bar"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "It has 1.5 bar."}]},
    {"role": "user", "content": "And now?"},
]


def static(desk, name="base.md", text=BASE):
    path = desk.folder / name
    path.write_text(text)
    return str(path)


def messages(desk, value=SAID, name="said.json"):
    path = desk.folder / name
    path.write_text(json.dumps(value))
    return str(path)


def sections(answer):
    return {section["key"]: section for section in answer.json["sections"]}
