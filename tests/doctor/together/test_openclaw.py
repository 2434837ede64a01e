"""Two distillers of one MEMORY.md, sections that only grow, and machine data without end are said."""

from __future__ import annotations

import os

import pytest

from daykeep.doctor.together import openclaw
from daykeep.doctor.together.openclaw import check_dreaming, count_promoted
from tests.doctor.examining import ids, subject

PROMOTED = (
    "## Promoted From Short-Term Memory (2026-04-12)\n"
    "<!-- openclaw-memory-promotion:memory:memory/2026-04-12.md:438:441 -->\n"
    "- The cache expires [score=0.845 recalls=0 avg=0.620 source=memory/2026-04-12.md:3-6]\n"
)
MINE = "# Memory\n\n## Lessons\n" + "- A lesson of mine that has some length\n" * 20
ON = "{ plugins: { entries: { 'memory-core': { config: { dreaming: { enabled: true, }, }, }, }, }, %s } // mine\n"


@pytest.fixture
def home(tmp_path):
    (tmp_path / "home/.openclaw").mkdir(parents=True)
    return tmp_path / "home"


def look(root, home, config=None, contents=None, **changes):
    if config is not None:
        (home / ".openclaw/openclaw.json").write_text(config)
    return ids(
        check_dreaming(
            subject(root, {"MEMORY.md": MINE} if contents is None else contents, home=home, **changes)
        )
    )


def agents(path):
    return f'agents: {{ defaults: {{ workspace: "{path}" }} }}'


def test_dreaming_that_is_on_for_this_workspace_is_a_second_distiller(tmp_path, home):
    found = look(tmp_path / "w", home, ON % agents(tmp_path / "w"))
    assert found["dreaming:on"].level == "warning"
    assert found["dreaming:on"].name == "MEMORY.md"
    assert "distill.mode" in found["dreaming:on"].hint


@pytest.mark.parametrize(
    "where",
    [
        "agents: { list: [ { workspace: '%s' } ] }",
        "agents: { entries: { a: { workspace: '%s' } } }",
        "agent: { workspace: '%s' }",
    ],
)
def test_workspace_is_found_wherever_openclaw_names_it_and_through_links(tmp_path, home, where):
    (tmp_path / "link").symlink_to(tmp_path / "w")
    (tmp_path / "w").mkdir()
    assert "dreaming:on" in look(tmp_path / "w", home, ON % (where % (tmp_path / "link")))


def test_default_folder_counts_where_none_is_named_and_tilde_is_the_home(tmp_path, home):
    assert "dreaming:on" in look(home / ".openclaw/workspace", home, ON % "")
    assert "dreaming:on" in look(home / "mine", home, ON % agents("~/mine"))
    assert look(tmp_path / "w", home, ON % "") == {}


@pytest.mark.parametrize(
    "change",
    [("enabled: true", "enabled: false"), ("enabled: true", "mode: 'off'"), ("plugins: {", "plugins: { slots: { memory: 'none' },"),
     ("memory-core", "other")],
)  # fmt: skip
def test_dreaming_that_is_off_is_nothing(tmp_path, home, change):
    assert look(tmp_path / "w", home, (ON % agents(tmp_path / "w")).replace(*change)) == {}


def test_older_mode_alone_turns_it_on(tmp_path, home):
    config = (ON % agents(tmp_path / "w")).replace("enabled: true", "mode: 'deep'")
    assert "dreaming:on" in look(tmp_path / "w", home, config)


@pytest.mark.parametrize("config", ["{ broken", "[]", '{"$include": "./more.json5"}'])
def test_settings_that_cannot_be_read_are_said_only_where_openclaw_works(tmp_path, home, config):
    found = look(home / ".openclaw/workspace", home, config)
    assert found["dreaming:unknown"].level == "info"
    assert "can't be told" in found["dreaming:unknown"].message
    assert look(tmp_path / "w", home, config) == {}
    assert "dreaming:unknown" in look(tmp_path / "w2", home, config, {"MEMORY.md": MINE + PROMOTED})


def test_no_settings_no_home_and_a_pipe_in_their_place_are_nothing(tmp_path, home):
    assert look(tmp_path / "w", home) == {}
    assert look(tmp_path / "w", None) == {}
    os.mkfifo(home / ".openclaw/openclaw.json")
    assert look(tmp_path / "w", home) == {}


def test_environment_names_the_settings_and_the_workspace(tmp_path, home):
    (tmp_path / "state").mkdir()
    (tmp_path / "state/openclaw.json").write_text(ON % "")
    environ = {"OPENCLAW_STATE_DIR": str(tmp_path / "state"), "OPENCLAW_WORKSPACE_DIR": str(tmp_path / "w")}
    assert "dreaming:on" in look(tmp_path / "w", home, environ=environ)
    other = {**environ, "OPENCLAW_CONFIG_PATH": str(tmp_path / "none.json")}
    assert look(tmp_path / "w", home, environ=other) == {}


def test_promoted_sections_are_counted_and_warned_about_as_they_crowd_the_file(tmp_path, home):
    few = look(tmp_path / "a", home, contents={"MEMORY.md": MINE + PROMOTED})["dreaming-promoted:MEMORY.md"]
    assert (few.level, "1 section by" in few.message) == ("info", True)
    many = look(tmp_path / "b", home, contents={"MEMORY.md": MINE + PROMOTED * 30})[
        "dreaming-promoted:MEMORY.md"
    ]
    assert (many.level, "30 sections by" in many.message) == ("warning", True)


def test_other_peoples_sections_are_not_counted():
    lines = (MINE + PROMOTED + "## After\n- mine\n").splitlines()
    blocks, chars, total = count_promoted(lines)
    assert (blocks, chars) == (1, len(PROMOTED))
    assert total == len(MINE + PROMOTED + "## After\n- mine\n")


def test_machine_data_without_end_is_said(tmp_path, home, monkeypatch):
    monkeypatch.setattr(openclaw, "MACHINE_BYTES", 1000)
    contents = {
        "MEMORY.md": MINE,
        "memory/.dreams/session-corpus/a.txt": "x" * 600,
        "memory/.dreams/events.jsonl": "x" * 600,
    }
    assert "dreams-size:memory/.dreams" in look(tmp_path / "w", home, contents=contents)
