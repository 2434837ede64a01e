"""What stands in the files: bytes, secrets, hidden characters, conflict markers."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from daykeep.doctor.content import SHOWN_PER_FILE, check_contents
from tests.doctor.examining import ids, subject

TOKEN = "ghp" + "_" + "a1B2c3D4e5" * 3 + "a1B2c3"


def test_clean_workspace_has_no_findings(tmp_path: Path) -> None:
    clean = {"SOUL.md": "# Soul\n", "memory/2026-03-09.md": "# 2026-03-09\n\n- 一切正常 👩‍👩‍👧\n"}
    assert ids(check_contents(subject(tmp_path, clean))) == {}


def test_secret_is_an_error_with_file_and_line_and_is_not_repeated(tmp_path: Path) -> None:
    found = ids(
        check_contents(subject(tmp_path, {"memory/2026-03-16.md": f"# Day\n\n## Set-up\n- key: {TOKEN}\n"}))
    )
    finding = found["secret:memory/2026-03-16.md:4"]
    assert (finding.level, finding.line, finding.fixable) == ("error", 4, True)
    assert TOKEN not in str(finding)
    assert len(found) == 1


def test_two_secrets_on_a_line_have_two_ids(tmp_path: Path) -> None:
    other = TOKEN.replace("a1", "z9")
    found = ids(check_contents(subject(tmp_path, {"SOUL.md": f"{TOKEN} and {other}\n"})))
    assert set(found) == {"secret:SOUL.md:1", "secret:SOUL.md:1#2"}


@pytest.mark.parametrize(
    "name", ["memory/sub/2026-03-09.txt", "memory/state.json", "cron/job.md", "skills/x/SKILL.md", "NOTES.md"]
)
def test_every_file_an_agent_may_see_is_read(tmp_path: Path, name: str) -> None:
    assert f"secret:{name}:1" in ids(check_contents(subject(tmp_path, {name: TOKEN + "\n"})))


@pytest.mark.parametrize(
    "name", [".openclaw/x.md", "memory/.dreams/x.md", "projects/x.md", "skills/x/node_modules/y.md"]
)
def test_other_tools_data_and_projects_are_not_read(tmp_path: Path, name: str) -> None:
    assert ids(check_contents(subject(tmp_path, {name: TOKEN + "\n"}))) == {}


def test_hidden_characters_are_an_error_in_files_read_at_every_start(tmp_path: Path) -> None:
    text = "# Day\nsafe\u202etxt and \U000e0041\U000e0042\n"
    found = ids(check_contents(subject(tmp_path, {"AGENTS.md": text, "memory/2026-03-09.md": text})))
    assert found["hidden:AGENTS.md:2"].level == "error"
    assert found["hidden:memory/2026-03-09.md:2"].level == "warning"
    assert "U+202E" in found["hidden:AGENTS.md:2"].message
    assert "3 characters" in found["hidden:AGENTS.md:2"].message


def test_conflict_markers_are_found_in_order_and_outside_code(tmp_path: Path) -> None:
    block = "<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> other\n"
    found = ids(
        check_contents(
            subject(
                tmp_path,
                {
                    "MEMORY.md": "# M\n" + block,
                    "memory/2026-03-09.md": block,
                    "memory/2026-03-08.md": f"```\n{block}```\n",
                    "memory/2026-03-07.md": "<<<<<<< HEAD\nno end\n",
                    "memory/2026-03-06.md": "Title\n=======\n",
                },
            )
        )
    )
    assert set(found) == {"conflict-marker:MEMORY.md:2", "conflict-marker:memory/2026-03-09.md:1"}
    assert found["conflict-marker:MEMORY.md:2"].level == "error"


def test_every_conflict_of_a_file_is_reported_also_among_records_and_below_code(tmp_path: Path) -> None:
    block = "<<<<<<< ours\n- a\n=======\n- b\n>>>>>>> theirs\n"
    contents = {
        "MEMORY.md": f"# M\n\n{block}- c\n{block}",
        "memory/2026-03-09.md": f"```\n{block}```\n\n{block}",
        "memory/decisions.jsonl": block.replace("- a", "{}").replace("- b", "{}"),
    }
    found = ids(check_contents(subject(tmp_path, contents)))
    assert {mark for mark in found if mark.startswith("conflict-marker:")} == {
        "conflict-marker:MEMORY.md:3",
        "conflict-marker:MEMORY.md:9",
        "conflict-marker:memory/2026-03-09.md:9",
        "conflict-marker:memory/decisions.jsonl:1",
    }
    assert found["conflict-marker:memory/decisions.jsonl:1"].level == "error"


def test_bytes_that_are_not_utf8_are_reported_with_their_line(tmp_path: Path) -> None:
    found = ids(check_contents(subject(tmp_path, {"memory/2026-03-09.md": b"one\ntwo \x97 three\n"})))
    assert [finding.line for finding in found.values()] == [2]


def test_file_full_of_nuls_is_one_finding(tmp_path: Path) -> None:
    found = ids(check_contents(subject(tmp_path, {"memory/2026-03-09.md": b"\0" * 3_000_000})))
    assert {mark for mark in found if not mark.startswith("bytes:")} == {
        "binary:memory/2026-03-09.md",
        "part:memory/2026-03-09.md",
    }


def test_more_findings_than_shown_are_counted(tmp_path: Path) -> None:
    text = "".join(f"{TOKEN[:-4]}{n:04}\n" for n in range(50))
    found = ids(check_contents(subject(tmp_path, {"memory/2026-03-09.md": text})))
    assert len(found) == SHOWN_PER_FILE + 1
    assert "30 more" in found["secret:memory/2026-03-09.md:more"].message


def test_pipe_and_outside_link_are_findings_and_do_not_hang(tmp_path: Path) -> None:
    made = subject(tmp_path / "w", {"SOUL.md": "x\n", "memory/2026-03-09.md": "x\n"})
    (tmp_path / "secret.md").write_text(TOKEN, encoding="utf-8")
    (tmp_path / "w" / "memory" / "2026-03-08.md").symlink_to(tmp_path / "secret.md")
    os.mkfifo(tmp_path / "w" / "memory" / "2026-03-07.md")
    assert TOKEN not in str(ids(check_contents(made)))


@pytest.mark.parametrize(
    "data",
    [
        b"x" * 20_000_000,
        b"a b " * 5_000_000,
        b"- item\n" * 1_000_000,
        b"[" * 2_000_000,
        b"password = " * 1_500_000,
    ],
    ids=["one line", "words", "a million lines", "brackets", "assignments"],
)
def test_hostile_file_is_checked_within_bounds_and_said_to_be_cut(tmp_path: Path, data: bytes) -> None:
    made = subject(tmp_path, {"memory/2026-03-09.md": data})
    started = time.perf_counter()
    found = ids(check_contents(made))
    assert time.perf_counter() - started < 4
    assert "part:memory/2026-03-09.md" in found
