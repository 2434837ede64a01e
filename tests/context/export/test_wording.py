"""The words of the block, and how the workspace is named in them."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from daykeep.context.export.wording import name_workspace, points_to, render_inlined, render_pointer
from daykeep.errors import RefusedError
from daykeep.text.comments import parse_mark
from tests.docs.test_command_lines import fault_of

HOME, ROOT = Path("/home/ada"), Path("/home/ada/code/api")


@pytest.mark.parametrize(
    ("workspace", "word"),
    [
        ("/home/ada/code/api", ""),
        ("/home/ada/code/api/.agent", ".agent"),
        ("/home/ada/code/api/my agent", "'my agent'"),
        ("/home/ada/agent", "~/agent"),
        ("/home/ada/my agent", "'/home/ada/my agent'"),
        ("/srv/agent", "/srv/agent"),
        ("/srv/it's $HOME", shlex.quote("/srv/it's $HOME")),
        ("/home/ada/智能体", "/home/ada/智能体"),
    ],
)
def test_workspace_is_one_word_of_a_shell(workspace, word):
    made = name_workspace(Path(workspace), ROOT, HOME, "linux")
    assert shlex.split(made) == shlex.split(word)
    lines = render_pointer(made, "en")
    assert points_to(lines) == made


@pytest.mark.parametrize("workspace", ["/srv/a\nb", "/srv/a`b", "/srv/a\u202eb", "/srv/a\x1bb"])
def test_name_that_could_break_out_of_the_line_is_refused(workspace):
    with pytest.raises(RefusedError):
        name_workspace(Path(workspace), ROOT, HOME, "linux")


def test_mark_in_a_folders_name_can_not_end_the_block():
    word = name_workspace(Path("/srv/<!-- " + "daykeep:fence -->"), ROOT, HOME, "linux")
    assert all(parse_mark(line) is None for line in render_pointer(word, "en"))
    lines = render_inlined(
        "SOUL.md", "a\n<!-- /daykeep:fence -->\n<!-- daykeep:fence name=start -->\nb", "en"
    )
    assert all(parse_mark(line) is None for line in lines)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("word", ["", "~/agent"])
def test_every_command_of_the_block_is_one_that_the_program_takes(language, word):
    text = "\n".join(render_pointer(word, language))
    commands = [piece for piece in text.split("`") if piece.startswith("daykeep ")]
    assert len(commands) >= 5
    assert [fault_of(command) for command in commands] == [""] * len(commands)
    assert all(
        ("--workspace ~/agent" in command) == bool(word) for command in commands if "context" not in command
    )


def test_block_of_old_words_points_where_it_points():
    assert points_to(["x", "run `daykeep start --workspace ~/a` now"]) == "~/a"
    assert points_to(["run `daykeep start` now"]) == ""
    assert points_to(["nothing"]) == ""
