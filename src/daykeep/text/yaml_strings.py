"""YAML whose every scalar is a string: no types, no tags, no anchors, bounded depth and size.

Imported only when a frontmatter is more than plain ``key: value`` lines, because PyYAML and python-frontmatter cost
more at import than a whole start.
"""

from __future__ import annotations

from typing import Any

import yaml
from frontmatter.default_handlers import YAMLHandler

from daykeep.text.unicode import repair_surrogates

Problems = list[tuple[int, str]]


class _Refused(yaml.YAMLError):
    """Something a frontmatter may not hold; ``line`` is 0-based within the block."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


class _StringLoader(yaml.BaseLoader):
    """Every scalar a string; refuses anchors, aliases, tags, deep nesting and too many keys as it composes."""

    max_depth = 0
    max_keys = 0

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.depth = 0
        self.keys = 0
        self.twice: Problems = []

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        line = event.start_mark.line
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise _Refused(line, "anchors and aliases are not allowed in frontmatter")
        if event.tag is not None:
            raise _Refused(line, f"the tag {event.tag!r} is not allowed in frontmatter")
        self.depth += 1
        if self.depth > self.max_depth:
            raise _Refused(line, f"the frontmatter is nested deeper than {self.max_depth - 1} levels")
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_scalar(self, node: yaml.ScalarNode) -> str:
        """The scalar as text that can be encoded: JSON-style escapes may spell half a character."""
        return repair_surrogates(str(super().construct_scalar(node)))[0]

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        self.keys += len(node.value)
        if self.keys > self.max_keys:
            raise _Refused(node.start_mark.line, f"the frontmatter has more than {self.max_keys} keys")
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise _Refused(key.start_mark.line, "a key must be plain text")
            if key.value in seen:
                self.twice.append((key.start_mark.line, f"the key {key.value!r} is given twice"))
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def load_strings(text: str, *, max_depth: int, max_keys: int) -> tuple[dict[str, Any], Problems]:
    """Read a YAML mapping as strings; returns the fields and ``(line, message)`` problems, lines 0-based.

    When the text is not a mapping or breaks a limit the fields are empty and there is one problem.
    """
    loaders: list[_StringLoader] = []

    def make(stream: str) -> _StringLoader:
        loader = _StringLoader(stream)
        loader.max_depth, loader.max_keys = max_depth + 1, max_keys
        loaders.append(loader)
        return loader

    try:
        value = YAMLHandler().load(text, Loader=make)
    except _Refused as error:
        return {}, [(error.line, error.message)]
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return {}, [(mark.line if mark else 0, f"the frontmatter can't be read: {error.problem or error}")]
    except yaml.YAMLError as error:
        return {}, [(0, f"the frontmatter can't be read: {error}")]
    if not isinstance(value, dict):
        return {}, [(0, "the frontmatter is not a list of keys and values")]
    return value, loaders[0].twice
