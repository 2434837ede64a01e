"""The page of the MCP server, from what a server of a fresh workspace offers."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
from mcp.client.client import Client

from daykeep.mcp.desk import Desk
from daykeep.mcp.server import build_server

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

HEAD = """# The MCP server

<!-- Written by scripts/docs from the server itself; changes made here are overwritten. -->

What `daykeep mcp` offers; [how to use it](../how-to/mcp.md). Every answer of a tool has text for a model and, as structured content, the
keys of the command's [JSON answer](json.md). An error is an answer with `isError`: what failed and why, then what to do. An argument that a tool
does not have is an error too. Hidden characters are spelled out (`[U+202E]`) in all that is answered.

"""


class Offered:
    """What a server offers, as it tells its clients."""

    def __init__(self) -> None:
        self.tools: list[Any] = []
        self.resources: list[Any] = []
        self.templates: list[Any] = []
        self.prompts: list[Any] = []

    async def ask(self, client: Client) -> None:
        """Ask a server for all it has."""
        self.tools = (await client.list_tools()).tools
        self.resources = (await client.list_resources()).resources
        self.templates = (await client.list_resource_templates()).resource_templates
        self.prompts = (await client.list_prompts()).prompts


def look() -> Offered:
    """What the server of an empty workspace offers: the same as that of any other."""
    offered = Offered()

    async def main(root: Path) -> None:
        async with Client(build_server(Desk(root, {}))) as client:
            await offered.ask(client)

    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder))
    return offered


def render_page() -> str:
    """The text of ``docs/reference/mcp.md``."""
    offered = look()
    parts = [HEAD, "## Tools\n\n", *_table(("tool", "title", "it"), map(_row, offered.tools))]
    for tool in offered.tools:
        parts += [f"\n### {tool.name}\n\n{_prose(tool.description)}\n\n", *_arguments(tool.input_schema)]
    parts.append("\n## Resources\n\n")
    rows = [(f"`{one.uri}`", one.title, one.description) for one in offered.resources]
    rows += [(f"`{one.uri_template}`", one.title, one.description) for one in offered.templates]
    parts += [*_table(("resource", "title", "what it is"), rows), "\nAll of them are `text/markdown`.\n"]
    parts.append("\n## Prompts\n\n")
    parts += _table(("prompt", "argument", "what it does"), map(_prompt_row, offered.prompts))
    return "".join(parts)


def _row(tool: Any) -> tuple[str, ...]:
    hints = tool.annotations
    return f"[`{tool.name}`](#{tool.name})", tool.title, "reads" if hints.read_only_hint else "adds"


def _prompt_row(prompt: Any) -> tuple[str, ...]:
    names = ", ".join(f"`{argument.name}`" for argument in prompt.arguments or ())
    return f"`{prompt.name}`", names, prompt.description


def _arguments(schema: Mapping[str, Any]) -> list[str]:
    properties: Mapping[str, Any] = schema.get("properties", {})
    if not properties:
        return ["It takes no arguments.\n"]
    required = schema.get("required", ())
    rows = (_argument_row(name, one, is_needed=name in required) for name, one in properties.items())
    return _table(("argument", "type", "default", "what it is"), rows)


def _argument_row(name: str, schema: Mapping[str, Any], *, is_needed: bool) -> tuple[str, ...]:
    default = "needed" if is_needed else f"`{_json(schema.get('default'))}`"
    return f"`{name}`", _type(schema), default, schema["description"]


def _type(schema: Mapping[str, Any]) -> str:
    """A type in words, with its limits."""
    if "enum" in schema:
        return "one of " + ", ".join(f"`{_json(each)}`" for each in schema["enum"])
    kind = schema["type"]
    if kind == "array":
        return f"at most {schema['maxItems']}: {_type(schema['items'])}"
    if kind == "string":
        return f"text, at most {schema['maxLength']:,} characters"
    if kind in {"integer", "number"}:
        return f"{'whole number' if kind == 'integer' else 'number'} from {schema['minimum']:,} to {schema['maximum']:,}"
    return "true or false"


def _json(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _prose(text: str) -> str:
    """A docstring as a paragraph or more."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [heads, ("---",) * len(heads), *rows]
    return [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines]
