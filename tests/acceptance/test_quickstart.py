"""``scripts/quickstart`` from a bare copy of the project: empty home, no pip cache, no git identity, also without git."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kept files of the project, without its history and without an environment."""
    folder = tmp_path_factory.mktemp("copy") / "daykeep"
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (REPOSITORY / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(REPOSITORY / name, folder / name)
    return folder


def tools_without_git(folder: Path) -> str:
    """A PATH that has the system's programs but git."""
    folder.mkdir()
    for place in ("/usr/bin", "/bin"):
        for program in Path(place).iterdir():
            if not program.name.startswith("git") and not (folder / program.name).exists():
                (folder / program.name).symlink_to(program)
    return str(folder)


def quickstart(copy: Path, home: Path, path: str) -> str:
    home.mkdir(exist_ok=True)
    kept = {
        name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "http", "HTTP"))
    }
    environment = {
        **kept,
        "HOME": str(home),
        "PATH": path,
        "PYTHON": getattr(sys, "_base_executable", sys.executable),
        "PIP_NO_CACHE_DIR": "1",
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    command = [str(copy / "scripts" / "quickstart")]
    result = subprocess.run(
        command,
        cwd="/",
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    return result.stdout


def test_quickstart_learns_explains_and_shows_the_history_twice(copy: Path, tmp_path: Path) -> None:
    own = tmp_path / "home" / ".config" / "daykeep" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text("[memory]\nbudget_char = 5\n", encoding="utf-8")  # an error wherever it is read
    for _ in range(2):
        said = quickstart(copy, tmp_path / "home", "/usr/local/bin:/usr/bin:/bin")
        assert re.search(r"distill for 2026-W47: done: learned \d+ from \d+ logs", said)
        assert re.search(r"distill for 2026-W48: done: learned \d+ from \d+ logs", said)
        assert said.count("  from memory/2026-11-") >= 3
        assert said.count("Learned ") >= 2
        assert "[secret:github-pat:" in said
        assert "Never send the same letter twice" in said.split("$ daykeep search", 2)[1]
        assert "Nothing relevant found" in said
        assert "ghp_" not in "".join(
            path.read_text(encoding="utf-8") for path in (copy / "sample-workspace").rglob("*.md")
        )
    memory = (copy / "sample-workspace" / "MEMORY.md").read_text(encoding="utf-8")
    assert "A full disk looks like a broken application" in memory
    assert "没有演练过的备份不算备份" in memory
    assert "subscriber list" not in memory, "the web page's order did not get in"
    assert not (tmp_path / "home" / ".cache" / "daykeep").exists(), "the index lies in the sample"
    assert (copy / "scripts" / "sample" / "MEMORY.md").read_text(encoding="utf-8").splitlines()[0] in memory


def test_quickstart_without_git_does_the_main_job_and_says_that_history_is_off(
    copy: Path, tmp_path: Path
) -> None:
    said = quickstart(copy, tmp_path / "home", tools_without_git(tmp_path / "bin"))
    assert "history is off" in said
    assert re.search(r"distill for 2026-W48: done: learned \d+ from \d+ logs", said)
    assert not (copy / "sample-workspace" / ".git").exists()


def test_quickstart_leaves_a_folder_that_is_not_its_own(copy: Path, tmp_path: Path) -> None:
    sample = copy / "sample-workspace"
    shutil.rmtree(sample, ignore_errors=True)
    sample.mkdir()
    (sample / "mine.md").write_text("mine\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="was not made by this script"):
        quickstart(copy, tmp_path / "home", "/usr/local/bin:/usr/bin:/bin")
    assert (sample / "mine.md").read_text(encoding="utf-8") == "mine\n"
    shutil.rmtree(sample)
