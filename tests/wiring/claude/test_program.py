"""The program that hooks run."""

from __future__ import annotations

from pathlib import Path

import pytest

from daykeep.errors import RefusedError
from daykeep.wiring.claude.program import check_words, find_program, is_passing, is_there


@pytest.mark.parametrize(
    ("platform", "leaf"),
    [("linux", "daykeep-hook"), ("darwin", "daykeep-hook"), ("win32", "daykeep-hook.exe")],
)
def test_the_script_beside_python_is_found(tmp_path: Path, platform: str, leaf: str) -> None:
    python = tmp_path / "python"
    assert find_program(str(python), platform) == (str(python), "-P", "-m", "daykeep.hooks.entry")
    (tmp_path / leaf).touch()
    assert find_program(str(python), platform) == (str(tmp_path / leaf),)


def test_the_link_of_a_virtual_environment_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "system").mkdir()
    (tmp_path / "system" / "python").touch()
    (tmp_path / "venv").mkdir()
    (tmp_path / "venv" / "python").symlink_to("../system/python")
    (tmp_path / "venv" / "daykeep-hook").touch()
    assert find_program(str(tmp_path / "venv" / "python"), "linux") == (
        str(tmp_path / "venv" / "daykeep-hook"),
    )


def test_a_program_is_there_if_it_can_be_run(tmp_path: Path) -> None:
    path = tmp_path / "daykeep-hook"
    assert not is_there(str(path))
    path.touch()
    path.chmod(0o644)
    assert not is_there(str(path))
    path.chmod(0o755)
    assert is_there(str(path))
    assert is_there("daykeep-hook")


@pytest.mark.parametrize(
    "program", ["/a\0b/daykeep-hook", "/\ud800/daykeep-hook", f"/{'x' * 5000}/daykeep-hook"]
)
def test_a_path_that_no_program_can_have_is_not_there(program: str) -> None:
    assert not is_there(program)


@pytest.mark.parametrize("word", ["/a\nb", "/a\x00b", "/a\udcffb"])
def test_a_path_that_settings_cannot_hold_is_refused(word: str) -> None:
    with pytest.raises(RefusedError):
        check_words("/fine", word)
    check_words("/fine", "/日本 語/é")


@pytest.mark.parametrize(
    ("program", "passing"),
    [
        ("/home/ana/.cache/uv/archive-v0/pK3/bin/daykeep-hook", True),
        ("C:\\Users\\ana\\AppData\\Local\\uv\\cache\\archive-v0\\pK3\\Scripts\\daykeep-hook.exe", True),
        ("/home/ana/.local/share/pipx/.cache/1b2/bin/daykeep-hook", True),
        ("/home/ana/.local/share/pipx/venvs/daykeep/bin/daykeep-hook", False),
        ("/home/ana/.local/share/uv/tools/daykeep/bin/daykeep-hook", False),
        ("/home/ana/.cache/venv/bin/daykeep-hook", False),
    ],
)
def test_a_program_that_was_made_for_one_run_is_known(program: str, passing: bool) -> None:
    assert is_passing(program) is passing
