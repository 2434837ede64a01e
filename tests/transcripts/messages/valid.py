"""What each provider refuses, written from its documentation alone: nothing of the product is used here."""

import json
import re
from typing import Any

_ID = re.compile(r"[A-Za-z0-9_-]+")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,128}")


def faults(provider: str, request: Any) -> list[str]:
    """What the provider would refuse in a request; nothing for a valid one."""
    found = {"anthropic": _anthropic, "openai": _openai, "responses": _responses}[provider](request)
    try:
        json.dumps(request, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        found.append("can't be encoded")
    return found


def _anthropic(request: dict[str, Any]) -> list[str]:
    found: list[str] = []
    messages = request["messages"]
    for number, message in enumerate(messages):
        if message["role"] != ("user", "assistant")[number % 2]:
            found.append(f"{number}: role {message['role']}")
        if not message["content"]:
            found.append(f"{number}: no content")
    lists = [
        [{"type": "text", "text": m["content"]}] if isinstance(m["content"], str) else m["content"]
        for m in messages
    ]
    for number, blocks in enumerate(lists):
        found += _blocks(number, blocks, messages[number]["role"])
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        before = lists[number - 1] if number else []
        calls = [block["id"] for block in before if block["type"] == "tool_use"]
        if sorted(results) != sorted(calls):
            found.append(f"{number}: results {results} for calls {calls}")
        if [b["type"] for b in blocks[: len(results)]] != ["tool_result"] * len(results):
            found.append(f"{number}: results are not first")
    if any(block["type"] not in {"text", "unheard_of"} for block in request.get("system", [])):
        found.append("the system says more than text")
    if lists and any(block["type"] == "tool_use" for block in lists[-1]):
        found.append("ends with a call")
    ids = [block["id"] for blocks in lists for block in blocks if block["type"] == "tool_use"]
    if len(set(ids)) != len(ids):
        found.append("ids are not unique")
    return found


def _blocks(number: int, blocks: list[dict[str, Any]], role: str) -> list[str]:
    found = []
    user = {"text", "image", "document", "tool_result", "search_result"}
    kinds = (
        user
        if role == "user"
        else {"text", "thinking", "redacted_thinking", "tool_use", "compaction", "server_tool_use"}
    )
    for block in blocks:
        kind = block["type"]
        if kind not in kinds and kind != "unheard_of":  # what nobody knows yet may be valid
            found.append(f"{number}: a {kind} block of the {role}")
        if kind == "text" and not block["text"].strip():
            found.append(f"{number}: empty text")
        if kind == "thinking" and not block.get("signature"):
            found.append(f"{number}: thinking without a signature")
        if kind == "tool_use" and not (
            _ID.fullmatch(block["id"]) and _NAME.fullmatch(block["name"]) and isinstance(block["input"], dict)
        ):
            found.append(f"{number}: a bad call")
        if kind == "tool_result" and isinstance(block.get("content"), list):
            found += [
                f"{number}: empty text" for part in block["content"] if part == {"type": "text", "text": ""}
            ]
    if blocks and blocks[-1]["type"] in {"thinking", "redacted_thinking"}:
        found.append(f"{number}: ends with thinking")
    return found


def _openai(messages: list[dict[str, Any]]) -> list[str]:
    found = []
    waiting: list[str] = []
    for number, message in enumerate(messages):
        role = message["role"]
        if role == "tool":
            if message["tool_call_id"] not in waiting:
                found.append(f"{number}: a tool message without a call")
            else:
                waiting.remove(message["tool_call_id"])
            continue
        if waiting:
            found.append(f"{number}: {waiting} are not answered")
            waiting = []
        if role not in {"system", "developer", "user", "assistant"}:
            found.append(f"{number}: role {role}")
        calls = message.get("tool_calls") or []
        if role != "assistant" and calls:
            found.append(f"{number}: calls of the {role}")
        content = message.get("content")
        for part in content if isinstance(content, list) else []:
            if part["type"] not in {"text", "image_url", "file", "refusal", "unheard_of"}:
                found.append(f"{number}: a {part['type']} part")
        if set(message) - {"role", "content", "name", "tool_calls"}:
            found.append(f"{number}: members {set(message)}")
        if content is None and not calls:
            found.append(f"{number}: no content")
        waiting = [call["id"] for call in calls]
        for call in calls:
            fine = 0 < len(call["id"]) <= 40 and re.fullmatch(
                r"[A-Za-z0-9_-]{1,64}", call["function"]["name"]
            )
            if not fine or not isinstance(call["function"]["arguments"], str):
                found.append(f"{number}: a bad call")
    return found + ([f"{waiting} are not answered"] if waiting else [])


def _responses(items: list[dict[str, Any]]) -> list[str]:
    found = []
    calls = [item["call_id"] for item in items if item.get("type") == "function_call"]
    outputs = [item["call_id"] for item in items if item.get("type") == "function_call_output"]
    if sorted(calls) != sorted(outputs):
        found.append(f"calls {calls}, outputs {outputs}")
    seen: set[str] = set()
    for number, item in enumerate(items):
        kind = item.get("type", "message")
        if kind == "function_call":
            seen.add(item["call_id"])
            if not isinstance(item["arguments"], str) or not 0 < len(item["call_id"]) <= 64:
                found.append(f"{number}: a bad call")
        if kind == "function_call_output" and item["call_id"] not in seen:
            found.append(f"{number}: an output before its call")
        after = items[number + 1] if number + 1 < len(items) else {}
        follows = (
            after.get("type") in {"function_call", "web_search_call", "reasoning"}
            or after.get("role") == "assistant"
        )
        if kind == "reasoning" and not follows:
            found.append(f"{number}: reasoning that leads to nothing")
        content = item.get("content")
        for part in content if isinstance(content, list) else []:
            if part["type"] not in {
                "input_text",
                "output_text",
                "refusal",
                "input_image",
                "input_file",
                "unheard_of",
            }:
                found.append(f"{number}: a {part['type']} part")
            if (part["type"] == "output_text") != (item["role"] == "assistant"):
                found.append(f"{number}: {part['type']} of the {item['role']}")
        if kind == "message" and not item.get("content") and item.get("content") != "":
            found.append(f"{number}: no content")
    return found
