"""What the server offers: names, schemas, hints, instructions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import METHOD_NOT_FOUND, PromptReference

from daykeep.mcp.desk import Desk
from daykeep.mcp.server import build_server
from tests.mcp.calling import EVERY_CALL, text_of

SNAPSHOT = Path(__file__).parent / "tools.json"
WRITING = {"log", "remember", "forget"}


def listed(place, desk=None):
    found = {}

    async def work(client):
        found.update({tool.name: tool for tool in (await client.list_tools()).tools})

    (place if desk is None else place._replace(server_desk=desk)).talk(work)
    return found


def test_names_and_schemas_of_the_tools_are_those_that_clients_were_told(place) -> None:
    tools = [
        tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed(place).values()
    ]
    assert json.dumps(tools, indent=1, ensure_ascii=False) + "\n" == SNAPSHOT.read_text(encoding="utf-8")


def test_every_tool_is_tried_by_these_tests(place) -> None:
    assert set(listed(place)) == set(EVERY_CALL)


def test_only_what_adds_is_no_reading_tool_and_nothing_destroys_or_reaches_out(place) -> None:
    hints = {name: tool.annotations for name, tool in listed(place).items()}
    assert {name for name, hint in hints.items() if not hint.read_only_hint} == WRITING
    assert not any(hint.destructive_hint or hint.open_world_hint for hint in hints.values())
    assert not hints["log"].idempotent_hint


def test_every_argument_has_a_description_and_every_text_a_limit(place) -> None:
    for name, tool in listed(place).items():
        assert tool.title, name
        for argument, schema in tool.input_schema.get("properties", {}).items():
            where = f"{name}.{argument}"
            assert schema.get("description"), where
            if schema["type"] == "string":
                assert schema.get("maxLength") or schema.get("enum"), where
            if schema["type"] == "array":
                assert schema.get("maxItems"), where
            if schema["type"] in {"integer", "number"}:
                assert "minimum" in schema, where
                assert "maximum" in schema, where


def test_what_clients_can_not_have_is_not_promised_and_refused_as_unknown(place) -> None:
    async def work(client):
        has = client.server_capabilities
        assert (has.tools, has.resources, has.prompts) != (None, None, None)
        assert not has.resources.subscribe
        assert (has.logging, has.completions) == (None, None)
        with pytest.raises(MCPError) as refused:
            await client.complete(PromptReference(name="remember"), {"name": "statement", "value": "The"})
        assert refused.value.error.code == METHOD_NOT_FOUND

    place.talk(work, mode="legacy")


def test_nothing_approves_rejects_or_reverts(place) -> None:
    names = " ".join(listed(place))
    assert not [word for word in ("approve", "reject", "revert", "trust", "propose") if word in names]


def test_read_only_server_offers_no_tool_that_adds_and_takes_none(place) -> None:
    desk = Desk(place.root, place.server_desk.environ, only_reads=True)
    assert set(listed(place, desk)) == set(EVERY_CALL) - WRITING
    answer = place._replace(server_desk=desk).call("log", text="not to be kept")
    assert answer.is_error
    assert "Unknown tool" in text_of(answer)
    assert not list((place.root / "memory").glob("2*.md"))


@pytest.mark.parametrize(("language", "word"), [("en", "Call `start` once"), ("zh", "会话开始时")])
def test_instructions_speak_the_language_of_the_workspace(place, language, word) -> None:
    (place.root / "daykeep.toml").write_text(f'language = "{language}"\n', encoding="utf-8")
    server = build_server(place.server_desk)
    assert word in server.instructions
    assert str(place.root) in server.instructions
