"""The wheel installs and does the main job in an environment without any development tool."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from daykeep import __version__
from tests.packaging.conftest import REPOSITORY, Installed


def test_environment_has_no_development_tools_and_no_conflicts(installed: Installed, tmp_path: Path) -> None:
    listed = installed.run("python", "-m", "pip", "list", "--format=json", folder=tmp_path)
    names = {item["name"].lower() for item in json.loads(listed.stdout)}
    assert "daykeep" in names
    extras = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]["dev"]
    assert names & {line.split(">")[0].split("=")[0].strip().lower() for line in extras} == set()
    assert installed.run("python", "-m", "pip", "check", folder=tmp_path).returncode == 0


def test_installed_command_gives_its_version(installed: Installed, tmp_path: Path) -> None:
    assert __version__ in installed.run("daykeep", "--version", folder=tmp_path).stdout
    assert __version__ in installed.run("python", "-m", "daykeep", "--version", folder=tmp_path).stdout


def test_installed_command_does_the_main_job(installed: Installed, tmp_path: Path) -> None:
    def daykeep(*arguments: str, stdin: str = "") -> str:
        result = installed.run("daykeep", *arguments, "--workspace", "home", folder=tmp_path, stdin=stdin)
        assert result.returncode == 0, f"{arguments}: {result.stdout}{result.stderr}"
        return result.stdout

    assert installed.run("daykeep", "init", "home", "--lang", "zh", folder=tmp_path).returncode == 0
    at = ("--at", "2026-03-13 10:00")
    daykeep(
        "log",
        "--problem",
        "标题输入框匹配失败",
        "--fix",
        "扩展匹配关键词，加 3 次重试",
        "--lesson",
        "元素匹配必须多关键词",
        *at,
    )
    daykeep("log", "-", *at, stdin="中午备份完成\n")
    assert "标题输入框匹配失败" in daykeep("start", "--as-of", "2026-03-13")
    assert "元素匹配必须多关键词" in daykeep("distill", "--at", "2026-03-15 23:30")
    assert "元素匹配必须多关键词" in (tmp_path / "home" / "MEMORY.md").read_text(encoding="utf-8")
    assert "memory/2026-03-13.md" in daykeep("why", "元素匹配必须多关键词")
    assert "context-management" in daykeep("skills", "list")


def test_installed_skill_script_runs_from_a_workspace(installed: Installed, tmp_path: Path) -> None:
    assert installed.run("daykeep", "init", "home", folder=tmp_path).returncode == 0
    home = tmp_path / "home"
    script = home / "skills" / "context-management" / "scripts" / "memory_distill.py"
    if not script.exists():
        assert (
            installed.run("daykeep", "skills", "install", "context-management", folder=home).returncode == 0
        )
    result = installed.run("python", str(script.relative_to(home)), "--all", "--dry-run", folder=home)
    assert result.returncode == 0, result.stdout + result.stderr


def test_installed_hooks_run_the_program_of_this_environment_and_answer(
    installed: Installed, tmp_path: Path
) -> None:
    assert installed.run("daykeep", "init", "home", folder=tmp_path).returncode == 0
    words = ("hooks", "install", "--scope", "local", "--workspace", "home", "--json")
    said = installed.run("daykeep", *words, folder=tmp_path)
    assert said.returncode == 0, said.stdout + said.stderr
    settings = json.loads((tmp_path / ".claude" / "settings.local.json").read_text(encoding="utf-8"))
    (handler,) = settings["hooks"]["SessionStart"][0]["hooks"]
    program = Path(handler["command"])
    assert (program.name, program.is_file()) == ("daykeep-hook", True)
    event = {
        "hook_event_name": "SessionStart",
        "source": "startup",
        "session_id": "s-1",
        "cwd": str(tmp_path),
    }
    answer = installed.run(str(program), *handler["args"], folder=tmp_path, stdin=json.dumps(event))
    assert (answer.returncode, answer.stderr) == (0, "")
    assert json.loads(answer.stdout)["hookSpecificOutput"]["hookEventName"] == "SessionStart"
