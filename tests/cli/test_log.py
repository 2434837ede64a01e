import json
import os
import pty
import subprocess
import sys

import pytest

from daykeep.cli.main import run

TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3
LOG = "memory/2026-03-10.md"


@pytest.fixture
def root(tmp_path, monkeypatch):
    (tmp_path / "memory").mkdir()
    (tmp_path / "SOUL.md").write_text("# SOUL.md\n", encoding="utf-8")
    (tmp_path / "USER.md").write_text("# USER.md\n\n- **Timezone:** Asia/Shanghai\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("DAYKEEP_WORKSPACE", raising=False)
    return tmp_path


def daykeep(*words, cwd, stdin=b""):
    command = [sys.executable, "-m", "daykeep", *words]
    return subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, check=False)


def test_log_prints_the_place_and_nothing_else(root, capsys):
    assert run(["log", "hello", "--at", "2026-03-10 14:05"]) == 0
    captured = capsys.readouterr()
    assert captured.out == f"{LOG}:3\n"
    assert (root / LOG).read_text(encoding="utf-8") == "# 2026-03-10\n\n- 14:05 hello\n"


def test_log_as_json_tells_everything_but_the_secret(root, capsys):
    assert run(["log", f"the token is {TOKEN}", "--at", "2026-03-10 14:05", "--json"]) == 0
    out = capsys.readouterr().out
    answer = json.loads(out)
    assert (answer["ok"], answer["name"], answer["first_line"], answer["masked"]) == (
        True,
        LOG,
        3,
        ["github-pat"],
    )
    assert answer["notes"][0] == "masked 1 secret before writing: github-pat"
    assert TOKEN not in out + (root / LOG).read_text(encoding="utf-8")


def test_day_is_the_users_not_the_machines(root, capsys):
    assert run(["log", "late", "--at", "2026-03-09T16:30:00Z"]) == 0
    assert capsys.readouterr().out.startswith(LOG)
    assert "- 00:30 late" in (root / LOG).read_text(encoding="utf-8")


def test_past_day_gets_the_entry_and_a_far_one_a_note(root, capsys):
    assert run(["log", "x", "--at", "2025-03-10 10:00"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("memory/2025-03-10.md")
    assert "days before today" in captured.err


def test_pair_is_logged_without_a_text(root, capsys):
    assert (
        run(
            [
                "log",
                "--problem",
                "no match",
                "--fix",
                "more words",
                "--lesson",
                "two words",
                "--at",
                "2026-03-10 14:05",
            ]
        )
        == 0
    )
    assert capsys.readouterr().out == f"{LOG}:3\n"
    assert "- **Problem**: no match\n- **Fix**: more words\n- **Lesson**: two words\n" in (
        root / LOG
    ).read_text(encoding="utf-8")


def test_p1_and_p3_every_entry_stays_and_show_gives_the_day(root, capsys):
    for text in ("one", "two", "three"):
        assert run(["log", text, "--at", "2026-03-10 14:05"]) == 0
    capsys.readouterr()
    assert run(["log", "show", "2026-03-10"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{LOG}:", "1  # 2026-03-10", "2", "3  - 14:05 one", "4  - 14:05 two", "5  - 14:05 three",
    ]  # fmt: skip
    assert run(["log", "show", "2026-03-10", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"][0]["lines"][2] == "- 14:05 one"


def test_text_that_is_a_list_item_is_no_option(root, capsys):
    assert run(["log", "- fixed the form", "--problem", "- no match", "--at", "2026-03-10 14:05"]) == 0
    assert "- fixed the form\n- **Problem**: - no match" in (root / LOG).read_text(encoding="utf-8")


def test_show_of_a_day_without_a_log_says_so(root, capsys):
    assert run(["log", "show", "2026-01-01"]) == 0
    assert capsys.readouterr().out == "no log of 2026-01-01\n"


def test_show_names_what_it_can_not_read_and_exits_10(root, capsys):
    (root / LOG).mkdir()
    assert run(["log", "show", "2026-03-10"]) == 10
    assert LOG in capsys.readouterr().err


def test_todo_lists_what_is_open_with_file_and_line(root, capsys):
    assert run(["log", "call the bank", "--kind", "todo", "--at", "2026-03-10 09:00"]) == 0
    capsys.readouterr()
    assert run(["log", "todo", "--at", "2026-03-11"]) == 0
    assert capsys.readouterr().out == f"{LOG}:4: call the bank\n"
    assert run(["log", "todo", "--at", "2026-03-11", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["todos"][0]["text"] == "call the bank"
    assert run(["log", "todo", "--at", "2026-06-11"]) == 0
    assert capsys.readouterr().out == "nothing open in the last 7 days\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["log"], "nothing to log"),
        (["log", ""], "nothing to log"),
        (["log", " \n "], "nothing to log"),
        (["log", "two", "words"], "put the text in quotes"),
        (["log", "show", "me", "all"], "one date"),
        (["log", "show", "tomorow"], "tomorow"),
        (["log", "todo", "buy milk"], "--kind todo"),
        (["log", "show", "--kind", "note"], "takes none of an entry's options"),
        (["log", "x", "--kind", "idea"], "idea"),
        (["log", "x", "--knd", "todo"], "--knd"),
        (["log", "x", "--at", "noon-ish"], "noon-ish"),
        (["log", "x", "--tag", "#"], "is no tag"),
    ],
)
def test_wrong_call_is_a_usage_error_and_writes_nothing(root, capsys, words, message):
    assert run(words) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""
    assert list((root / "memory").iterdir()) == []


def test_p9_entry_too_large_is_refused_with_exit_13(root):
    result = daykeep("log", "-", cwd=root, stdin=b"x" * 70_000)
    assert result.returncode == 13
    assert b"file of its own" in result.stderr
    assert list((root / "memory").iterdir()) == []


@pytest.mark.parametrize(
    ("stdin", "text"),
    [
        ("multi\r\nline 🦉\r\n".encode(), "multi\nline 🦉"),
        (b"\xef\xbb\xbfwith a mark", "with a mark"),
        ("视窗 text\r\n".encode("utf-16"), "视窗 text"),
        (b"caf\xe9 at noon", "café at noon"),
        (b"show", "show"),
        (b"nul \0 here", "nul \ufffd here"),
        (b"x" * 65_536, "x" * 65_536),
    ],
)
def test_standard_input_is_logged_whatever_its_bytes(root, stdin, text):
    result = daykeep("log", "-", "--at", "2026-03-10 14:05", cwd=root, stdin=stdin)
    assert result.returncode == 0, result.stderr
    assert text in (root / LOG).read_text(encoding="utf-8")


def test_argument_with_broken_bytes_is_logged_and_said(root):
    result = daykeep("log", b"bad \xff byte", "--at", "2026-03-10 14:05", cwd=root)
    assert result.returncode == 0
    assert b"broken character" in result.stderr
    assert "bad \ufffd byte" in (root / LOG).read_text(encoding="utf-8")


def test_p5_user_is_not_believed_without_a_terminal(root, capsys):
    assert run(["log", "x", "--origin", "user", "--at", "2026-03-10 14:05", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["origin"] == "agent"
    assert "only at a person's own terminal" in " ".join(answer["notes"])


def at_terminal(root, *words, **environ):
    """Run a command with a terminal on both ends; its output."""
    reader, terminal = pty.openpty()
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CLAUDE", "CODEX", "CURSOR", "AI_"))
    }
    command = [sys.executable, "-m", "daykeep", *words]
    process = subprocess.Popen(
        command, cwd=root, stdin=terminal, stdout=terminal, stderr=terminal, env={**plain, **environ}
    )
    os.close(terminal)
    chunks = []
    try:
        while chunk := os.read(reader, 4096):
            chunks.append(chunk)
    except OSError:
        pass
    os.close(reader)
    assert process.wait() == 0
    return b"".join(chunks).decode()


def test_p5_user_is_believed_at_a_terminal_but_not_from_an_agent(root):
    words = ("log", "x", "--origin", "user", "--at", "2026-03-10 14:05", "--json")
    assert '"origin": "user"' in at_terminal(root, *words)
    assert '"origin": "agent"' in at_terminal(root, *words, CLAUDECODE="1")


def test_text_from_the_web_is_marked(root, capsys):
    assert run(["log", "x", "--origin", "web", "--at", "2026-03-10 14:05"]) == 0
    assert "<!-- daykeep:origin origin=web -->" in (root / LOG).read_text(encoding="utf-8")


def test_missing_memory_folder_is_made(tmp_path, monkeypatch, capsys):
    (tmp_path / "daykeep.toml").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["log", "x", "--at", "2026-03-10 14:05"]) == 0
    assert (tmp_path / LOG).is_file()
    assert not (tmp_path / "SOUL.md").exists()


def test_outside_of_a_workspace_is_exit_3(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DAYKEEP_WORKSPACE", raising=False)
    assert run(["log", "x"]) == 3
