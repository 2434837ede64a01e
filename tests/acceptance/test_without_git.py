"""On a machine without git everything but history works, and says that history is off."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.home import Home


def test_week_without_git_is_kept_and_history_says_why_it_is_off(tmp_path: Path) -> None:
    home = Home(tmp_path, path=str(tmp_path / "nothing-here"))
    assert "history" in home.run("init", "workspace", "--zone", "Asia/Shanghai")
    assert not (home.root / ".git").exists()
    home.run("log", "Never trust an exit code", "--kind", "lesson", "--at", "2026-03-14 10:00")
    home.run(
        "log", "--problem", "the disk was full", "--fix", "pruned old images", "--at", "2026-03-15 11:00"
    )
    assert "Never trust an exit code" in home.run("start", "--as-of", "2026-03-15")
    answer = home.ask("heartbeat", "--at", "2026-03-15 23:05")
    assert [row["job"] for row in answer["done"]] == ["distill"]
    assert "Never trust an exit code" in home.read("MEMORY.md")
    assert home.ask("why", "Never trust an exit code")["sources"][0]["name"] == "memory/2026-03-14.md"
    home.run("doctor")
    for refused in (["history"], ["revert", "0123456789ab"]):
        error = home.ask(*refused, code=9)["error"]
        assert error["code"] == "git"
        assert "git" in error["message"] + str(error["hint"])
