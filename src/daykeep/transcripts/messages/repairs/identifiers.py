"""Ids and names of tool calls as the providers want them: present, one for each call, in their letters and length. Pure."""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING, NamedTuple

from daykeep.transcripts.messages.model import (
    ANTHROPIC,
    ASSISTANT,
    OPENAI,
    RESPONSES,
    TOOL_RESULT,
    TOOL_USE,
    Block,
    Provider,
)
from daykeep.transcripts.messages.repairs.ledger import Item, Ledger, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence


class _Rule(NamedTuple):
    ids: re.Pattern[str]
    id_chars: int
    name_chars: int


_STRICT = re.compile(r"[^A-Za-z0-9_-]")
_ANY = re.compile(r"(?!)")
_RULES: dict[Provider, _Rule] = {
    ANTHROPIC: _Rule(_STRICT, 256, 128),
    OPENAI: _Rule(_ANY, 40, 64),
    RESPONSES: _Rule(_ANY, 64, 64),
}
"""What each provider's API accepts; a longer or stranger one fails the whole request."""


def name_calls(items: Sequence[Item], provider: Provider, ledger: Ledger) -> list[Item]:
    """Give each call an id of its own and each result that of its call; a call that stands there twice is left out once.

    A result without an id belongs to the first call that waits for one.
    """
    naming = _Naming(_RULES[provider], ledger)
    naming.used = {block.id for item in items for block in item.message.blocks if block.kind == TOOL_USE}
    return [
        item.holding(
            [made for block in item.message.blocks if (made := naming.name(block, item)) is not None]
        )
        for item in items
    ]


class _Naming:
    def __init__(self, rule: _Rule, ledger: Ledger) -> None:
        self.rule = rule
        self.ledger = ledger
        self.used: set[str] = set()
        self._first: dict[str, Block] = {}
        self._numbers: dict[str, int] = {}
        self._last: dict[str, str] = {}
        self._waiting: dict[str, list[str]] = {}
        """By id as given, in the order of the calls: the ids of those that have no result yet."""

    def name(self, block: Block, item: Item) -> Block | None:
        if block.kind == TOOL_USE and item.message.role == ASSISTANT:
            return self._call(block, item)
        return self._result(block, item) if block.kind == TOOL_RESULT else block

    def _call(self, block: Block, item: Item) -> Block | None:
        given = block.id
        twice = given and given in self._first
        if twice and self._waiting.get(given) and self._first[given].data == block.data:
            self.ledger.enter("call_duplicate", item, f"call '{given}' stands there twice; one is left out")
            return None
        ident = self._free(given) if not given or twice else self._fitting(given)
        if ident != given:
            what = "without an id" if not given else f"'{given}'"
            self.ledger.enter("call_id", item, f"call {what} is called '{ident}'")
        self._first.setdefault(given, block)
        self._last[given] = ident
        self._waiting.setdefault(given, []).append(ident)
        return self._tool(_with_id(block, ident), item)

    def _tool(self, block: Block, item: Item) -> Block:
        name = _STRICT.sub("_", block.name)[: self.rule.name_chars] or "unnamed"
        if name == block.name or str(block.data.get("type")) in {
            "local_shell_call",
            "shell_call",
            "computer_call",
        }:
            return block
        self.ledger.enter(
            "tool_name",
            item,
            f"tool {quoted(block.name)} is called '{name}': the provider takes no other letters",
        )
        function = block.data.get("function")
        data = (
            {**block.data, "function": {**function, "name": name}}
            if isinstance(function, dict)
            else {**block.data, "name": name}
        )
        return block._replace(name=name, data=data)

    def _result(self, block: Block, item: Item) -> Block:
        given = block.id
        if not given:
            given = next(iter(self._waiting), "")
        names = self._waiting.get(given)
        ident = names.pop(0) if names else self._last.get(given, given)
        if names == []:
            del self._waiting[given]
        if ident != block.id:
            self.ledger.enter("result_id", item, f"the result for '{block.id}' is that of call '{ident}'")
        return _with_id(block, ident)

    def _fitting(self, given: str) -> str:
        if len(given) <= self.rule.id_chars and not self.rule.ids.search(given):
            return given
        clean = self.rule.ids.sub("_", given)
        if len(clean) <= self.rule.id_chars and clean not in self.used:
            self.used.add(clean)
            return clean
        mark = f"_{zlib.crc32(given.encode()):08x}"
        return self._free(clean[: self.rule.id_chars - len(mark)] + mark)

    def _free(self, given: str) -> str:
        """An id that no call has, made from this one."""
        stem = self.rule.ids.sub("_", given)[: self.rule.id_chars - 6] or "call"
        if given and given == stem and stem not in self.used:
            self.used.add(stem)
            return stem
        number = self._numbers.get(stem, 2 if given else 1)
        while f"{stem}_{number}" in self.used:
            number += 1
        self._numbers[stem] = number + 1
        self.used.add(f"{stem}_{number}")
        return f"{stem}_{number}"


def _with_id(block: Block, ident: str) -> Block:
    key = _key(block)
    if block.id == ident and block.data.get(key) == ident:
        return block
    return block._replace(id=ident, data={**block.data, key: ident})


def _key(block: Block) -> str:
    """Where a block of its shape has the id of the call."""
    data = block.data
    kind = str(data.get("type", ""))
    if block.kind == TOOL_USE:
        return "call_id" if kind.endswith("_call") else "id"
    if data.get("role") == "toolResult":
        return "toolCallId"
    if str(data.get("role")) in {"tool", "function"}:
        return "tool_call_id"
    return "tool_use_id" if kind == "tool_result" else "call_id"
