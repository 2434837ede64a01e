"""The prompts that a person picks."""

from __future__ import annotations

import pytest
from mcp.shared.exceptions import MCPError


def prompted(place, name, **arguments):
    found = []

    async def work(client):
        found.append((await client.get_prompt(name, arguments)).messages)

    place.talk(work)
    (message,) = found[0]
    assert message.role == "user"
    return message.content.text


def test_prompts_are_listed_with_their_arguments(place) -> None:
    async def work(client):
        prompts = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
        assert set(prompts) == {"start-session", "remember-this", "weekly-review", "compact-plan"}
        assert [(one.name, one.required) for one in prompts["remember-this"].arguments] == [
            ("statement", True)
        ]
        assert all(prompt.title and prompt.description for prompt in prompts.values())

    place.talk(work)


def test_beginning_a_session_brings_the_packet(place) -> None:
    assert place.run("start").out.strip() in prompted(place, "start-session")


def test_statement_stands_in_the_prompt_as_it_was_given(place) -> None:
    said = prompted(place, "remember-this", statement="Use {braces} and %s.")
    assert said.endswith("Use {braces} and %s.")


@pytest.mark.parametrize("name", ["weekly-review", "compact-plan"])
def test_prompt_names_only_tools_that_there_are(place, name) -> None:
    import re

    from tests.mcp.calling import EVERY_CALL

    named = set(re.findall(r"`([a-z_]+)`", prompted(place, name)))
    assert named
    assert named <= set(EVERY_CALL)


def test_review_is_prepared_and_decided_by_the_person(place) -> None:
    assert "Decide nothing" in prompted(place, "weekly-review")


def test_prompts_speak_the_language_of_the_workspace(place) -> None:
    (place.root / "daykeep.toml").write_text('language = "zh"\n', encoding="utf-8")
    assert "不要替我做决定" in prompted(place, "weekly-review")
    assert "压缩" in prompted(place, "compact-plan")
    assert "记住" in prompted(place, "remember-this", statement="x")
    assert "最近几天" in prompted(place, "start-session")


@pytest.mark.parametrize("name", ["start-session", "weekly-review"])
def test_workspace_that_went_away_is_an_error_with_the_reason(place, name) -> None:
    async def work(client):
        place.root.rename(place.root.with_name("elsewhere"))
        with pytest.raises(MCPError, match="is not a folder"):
            await client.get_prompt(name)

    place.talk(work)
