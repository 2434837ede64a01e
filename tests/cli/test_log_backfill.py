"""``daykeep log backfill``: what it makes, what it leaves alone, and what it says of both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daykeep.cli.main import run
from tests.session.backfill.writing import NOON, Talk

AT = ("--at", "2026-03-14T09:00")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "ws"
    (root / "memory").mkdir(parents=True)
    (root / "SOUL.md").write_text("# SOUL.md\n", encoding="utf-8")
    (root / "USER.md").write_text("# USER.md\n\n- **Timezone:** UTC\n", encoding="utf-8")
    monkeypatch.chdir(root)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("DAYKEEP_WORKSPACE", raising=False)
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCLAW_STATE_DIR", "PI_CODING_AGENT_DIR"):
        monkeypatch.delenv(name, raising=False)
    return root


def work(path: Path, folder: Path, *, at: object = NOON) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    talk = Talk(path, session=path.stem, folder=str(folder), at=at)  # type: ignore[arg-type]
    talk.say("Fix the flaky upload test.")
    talk.edit(f"{folder}/upload.py")
    talk.answer("I fixed the upload test in upload.py for good.")


def test_conversations_of_this_workspace_are_found_without_naming_them(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    slug = str(root).replace("/", "-").replace("_", "-").replace(".", "-")
    work(tmp_path / ".claude" / "projects" / slug / "a.jsonl", root)

    assert run(["log", "backfill", *AT]) == 0

    assert capsys.readouterr().out == "2026-03-10  made: from 1 conversation\n"
    assert "- Changed: upload.py" in (root / "memory" / "2026-03-10.md").read_text()


def test_answer_in_json_names_each_day_and_why(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work(tmp_path / "a.jsonl", root)
    (root / "memory" / "2026-03-10.md").write_text("- Kaffee\n")

    assert run(["log", "backfill", *AT, "--from", "../a.jsonl", "--json"]) == 0

    assert json.loads(capsys.readouterr().out) == {
        "ok": True,
        "dry_run": False,
        "conversations": 1,
        "made": 0,
        "days": [
            {
                "day": "2026-03-10",
                "outcome": "left",
                "reason": "has a log: memory/2026-03-10.md",
                "entries": 0,
                "name": "",
            }
        ],
    }


def test_today_is_left_to_its_sessions(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work(tmp_path / "a.jsonl", root)

    code = run(
        [
            "log",
            "backfill",
            "--at",
            "2026-03-10T20:00",
            "--until",
            "today",
            "--from",
            str(tmp_path / "a.jsonl"),
        ]
    )

    captured = capsys.readouterr()
    assert code == 0
    assert captured.out == "there are no conversations of those days\n"
    assert "today is not over" in captured.err
    assert list((root / "memory").iterdir()) == []


def test_dry_run_writes_nothing(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    work(tmp_path / "a.jsonl", root)

    assert run(["log", "backfill", *AT, "--from", str(tmp_path / "a.jsonl"), "--dry-run"]) == 0

    assert capsys.readouterr().out == "2026-03-10  would be made: from 1 conversation\n"
    assert list((root / "memory").iterdir()) == []


def test_what_could_not_be_read_is_named_and_the_exit_code_says_so(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work(tmp_path / "a.jsonl", root)
    sources = ["--from", str(tmp_path / "a.jsonl"), "--from", str(tmp_path / "gone.jsonl")]

    assert run(["log", "backfill", *AT, *sources]) == 10

    captured = capsys.readouterr()
    assert captured.err.startswith("--from: ")
    assert "gone.jsonl" in captured.err
    assert captured.out.startswith("2026-03-10  made")


@pytest.mark.parametrize(
    "words",
    [
        ["log", "backfill", "yesterday"],
        ["log", "backfill", "--since", "soon"],
        ["log", "backfill", "--since", "2026-03-12", "--until", "2026-03-10"],
        ["log", "backfill", "--title", "x"],
        ["log", "backfill", "--from", "a,b.jsonl"],
        ["log", "an entry", "--since", "2026-03-10"],
        ["log", "show", "--dry-run"],
    ],
)
def test_what_does_not_go_together_is_refused(root: Path, words: list[str]) -> None:
    assert run(words) == 2
    assert list((root / "memory").iterdir()) == []


def test_word_backfill_can_still_be_logged(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"backfill")))

    assert run(["log", "-", "--at", "2026-03-10 14:05"]) == 0

    assert "backfill" in (root / "memory" / "2026-03-10.md").read_text()
