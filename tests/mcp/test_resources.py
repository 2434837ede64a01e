"""The files of a workspace as resources."""

from __future__ import annotations

import pytest
from mcp.shared.exceptions import MCPError

LAYERS = {"soul": "SOUL.md", "user": "USER.md", "agents": "AGENTS.md", "memory": "MEMORY.md"}


def read(place, uri):
    found = []

    async def work(client):
        found.append((await client.read_resource(uri)).contents[0])

    place.talk(work)
    return found[0]


def refused(place, uri):
    said = []

    async def work(client):
        try:
            await client.read_resource(uri)
        except MCPError as error:
            said.append(str(error))

    place.talk(work)
    assert said, f"{uri} was answered"
    return said[0]


@pytest.mark.parametrize("name", LAYERS)
def test_layer_file_is_given_as_markdown(place, name) -> None:
    found = read(place, f"daykeep://{name}")
    assert found.mime_type == "text/markdown"
    assert found.text == (place.root / LAYERS[name]).read_text(encoding="utf-8")


def test_every_resource_that_is_listed_has_a_title_a_use_and_a_type(place) -> None:
    async def work(client):
        listed = [*(await client.list_resources()).resources]
        listed += (await client.list_resource_templates()).resource_templates
        assert {each.name for each in listed} >= {*LAYERS, "tools", "heartbeat", "today", "log", "notes"}
        assert all(each.title and each.description and each.mime_type == "text/markdown" for each in listed)

    place.talk(work)


def test_log_of_today_and_of_a_day_and_a_note_are_given(place) -> None:
    name = place.call("remember", text="The boat lies at pier nine.").structured_content["name"]
    day = place.call("log", text="Painted the boat.").structured_content["name"][7:17]
    assert "Painted the boat." in read(place, "daykeep://today").text
    assert read(place, f"daykeep://log/{day}").text == read(place, "daykeep://today").text
    leaf = name.rpartition("/")[2]
    assert "pier nine" in read(place, f"daykeep://notes/{leaf}").text
    assert (
        read(place, f"daykeep://notes/{leaf.removesuffix('.md')}").text
        == read(place, f"daykeep://notes/{leaf}").text
    )


@pytest.mark.parametrize(
    "uri",
    [
        "daykeep://identity",
        "daykeep://today",
        "daykeep://log/2020-01-01",
        "daykeep://notes/none",
        "daykeep://nothing",
        "daykeep://log/..%2F..%2Fetc%2Fpasswd",
        "daykeep://notes/..%2F..%2FSOUL",
        "daykeep://notes/%2e%2e%2f%2e%2e%2fSOUL.md",
        "daykeep://notes/../../SOUL.md",
        "daykeep://notes/..%5C..%5CSOUL",
        "daykeep://notes/%00",
        "daykeep://notes//etc/passwd",
        "file:///etc/passwd",
    ],
)  # fmt: skip
def test_what_is_not_there_or_lies_outside_is_refused(place, uri) -> None:
    said = refused(place, uri)
    assert "root:" not in said
    assert (place.root / "SOUL.md").read_text(encoding="utf-8")[:20] not in said


def test_link_that_leads_out_of_the_workspace_is_not_followed(place) -> None:
    outside = place.root.parent / "outside.md"
    outside.write_text("not yours\n", encoding="utf-8")
    folder = place.root / "memory" / "notes"
    folder.mkdir(exist_ok=True)
    (folder / "link.md").symlink_to(outside)
    assert "not yours" not in refused(place, "daykeep://notes/link")


def test_hidden_characters_are_spelled_out(place) -> None:
    (place.root / "SOUL.md").write_text("Be kind" + chr(0x202E) + ".\n", encoding="utf-8")
    assert read(place, "daykeep://soul").text == "Be kind[U+202E].\n"


def test_file_that_is_too_large_is_refused_with_the_reason(place) -> None:
    (place.root / "MEMORY.md").write_bytes(b"x" * 2_000_001)
    assert "MEMORY.md" in refused(place, "daykeep://memory")
