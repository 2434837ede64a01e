"""``daykeep context compact``: both modes, ranges, forms, the user's commands, the five steps, and that failures change nothing."""

from __future__ import annotations

import io
import json
import sys

import pytest

from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.view.check import find_faults
from tests.cli.session.keeping import PREF, keep_history
from tests.triage.run.desks import talk

SESSION = ".daykeep/data/sessions/s"
PICTURE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}}
DECISION = "We use PostgreSQL and not MySQL, because the reports need window functions."


@pytest.fixture
def root(desk):
    assert desk.run("init", "ws", "--lang", "en", "--zone", "UTC").code == 0
    root = desk.folder / "ws"
    messages = talk()
    messages[0]["content"] = [{"type": "text", "text": messages[0]["content"]}, PICTURE]
    messages[6:6] = [
        {"role": "user", "content": DECISION},
        {"role": "assistant", "content": "PostgreSQL it is; the reports keep their window functions. " * 30},
    ]
    (root / "talk.json").write_text(json.dumps(messages), encoding="utf-8")
    assert desk.run("session", "ingest", "talk.json", "--id", "s", where=root).code == 0
    return root


@pytest.fixture
def compact(desk, root):
    def run(*words, code=0):
        answer = desk.run("context", "compact", *words, where=root)
        assert answer.code == code, (answer.out, answer.err)
        return answer

    return run


@pytest.fixture
def commands(desk):
    """Makes Python code the user's own command around a compaction."""

    def write(**code):
        folder = desk.folder / "home/.config/daykeep"
        folder.mkdir(parents=True, exist_ok=True)
        lines = ["[context.compact]"]
        for key, text in code.items():
            (folder / f"{key}.py").write_text(text, encoding="utf-8")
            lines.append(f"{key} = {json.dumps(f'{sys.executable} {key}.py')}")
        (folder / "config.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return folder

    return write


def shown(desk, root):
    return desk.run("session", "show", "--view", "--json", where=root).json


def state(root):
    return {path.name: path.read_bytes() for path in (root / SESSION).rglob("*.jsonl")}


class TestTriage:
    def test_turns_go_by_what_is_decided_and_decisions_stay_word_for_word(self, desk, root, compact):
        answer = compact("--json").json
        assert (answer["mode"], answer["outcome"]) == ("triage", "committed")
        assert answer["tokens_after"] < answer["tokens_before"]
        assert answer["decisions"]["in_view"] == answer["decisions"]["said"] > 0
        assert DECISION in json.dumps(shown(desk, root)["messages"])
        assert answer["categories"]["decision"] > 0

    def test_turns_outside_of_the_range_are_not_touched(self, compact):
        answer = compact("--from", "U7", "--to", "U12", "--json").json
        changed = {one["turn"] for one in answer["turns"] if one["final"] != "keep"}
        assert changed
        assert changed <= {f"U{n}" for n in range(7, 13)}

    def test_history_stays_as_it_was_and_undo_takes_it_back(self, desk, root, compact):
        before, history = shown(desk, root)["messages"], (root / SESSION / "history.jsonl").read_bytes()
        compact()
        assert shown(desk, root)["messages"] != before
        desk.run("triage", "undo", where=root)
        assert shown(desk, root)["messages"] == before
        assert (root / SESSION / "history.jsonl").read_bytes() == history

    def test_ratio_is_a_goal_that_no_detail_is_lost_for(self, desk, root, compact):
        (root / "daykeep.toml").write_text("[session.compression]\ntarget_ratio = 0.01\n")
        answer = compact("--json").json
        assert answer["outcome"] == "committed"
        view = json.dumps(shown(desk, root)["messages"])
        assert [n for n in range(12) if str(8000 + n) not in view] == []


class TestSummary:
    def test_unprotected_turns_become_one_text(self, desk, root, compact):
        answer = compact("--mode", "summary", "--json").json
        assert answer["outcome"] == "committed"
        assert f'"{DECISION}"' in answer["summary"]
        view = shown(desk, root)
        assert answer["summary"] in json.dumps(view["messages"], ensure_ascii=False).replace(
            '\\"', '"'
        ).replace("\\n", "\n")
        assert [one["action"] for one in view["places"]].count("compress") == 1
        assert desk.run("recall", "PostgreSQL", where=root).code == 0

    def test_range_is_said_for_people(self, compact):
        out = compact("--mode", "summary", "--from", "u3", "--to", "9").out
        assert "said in the summary of U3 to U" in out
        assert "U10" not in out
        assert "decisions: " in out

    def test_dry_run_changes_nothing_and_shows_it(self, root, compact, commands):
        folder = commands(before="open('ran', 'w')", after="open('ran', 'w')")
        before = state(root)
        assert DECISION in compact("--mode", "summary", "--dry-run").out
        assert state(root) == before
        assert not (root / "memory/sessions/s.md").exists()
        assert not (folder / "ran").exists()

    def test_writer_that_can_not_be_reached_changes_nothing(self, desk, root, compact):
        folder = desk.folder / "home/.config/daykeep"
        folder.mkdir(parents=True)
        (folder / "config.toml").write_text('[triage.writer]\nprovider = "replay"\n')
        before = shown(desk, root)["messages"]
        answer = compact("--mode", "summary", "--json", code=10).json
        assert answer["outcome"] == "kept"
        assert answer["summary"] == ""
        assert shown(desk, root)["messages"] == before


class TestSteps:
    def test_what_fades_is_restated_and_the_memory_is_written(self, desk, root, compact):
        keep_history(desk, root, *["go on"] * 14)
        words = ("session", "register", *PREF, "--session", "kept", "--round", "1")
        assert desk.run(*words, where=root).code == 0
        answer = compact("--session", "kept", "--json").json
        assert answer["restated"] == ["user_pref"]
        assert answer["memory"]["file"] == "memory/sessions/kept.md"
        assert "Use Feishu notifications" in (root / "memory/sessions/kept.md").read_text()

    def test_memory_holds_the_decision(self, root, compact):
        answer = compact("--json").json
        assert answer["memory"]["added"] > 0
        assert "PostgreSQL and not MySQL" in (root / "memory/sessions/s.md").read_text()

    def test_file_is_taken_in_first(self, desk, root, compact):
        (root / "other.json").write_text(json.dumps(talk(6)), encoding="utf-8")
        answer = compact("other.json", "--session", "other", "--json").json
        assert answer["session"] == "other"
        assert "36 new messages taken in" in " ".join(answer["notes"])
        again = compact("other.json", "--session", "other", "--json").json
        assert "0 new messages taken in" in " ".join(again["notes"])


class TestForms:
    @pytest.mark.parametrize("form", ["anthropic", "openai", "responses"])
    def test_conversation_is_printed_without_pictures_and_is_valid(self, desk, root, monkeypatch, form):
        out = io.BytesIO()
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(out, encoding="utf-8"))
        answer = desk.run("context", "compact", "--form", form, where=root)
        sys.stdout.flush()
        assert answer.code == 0, answer.err
        text = out.getvalue().decode()
        assert "aGVsbG8=" not in text
        assert "[image]" in text
        assert "committed" in answer.err
        messages = read_conversation(text.encode(), name="out").messages
        assert messages
        assert list(find_faults(messages)) == []

    def test_text_and_json_have_the_conversation_too(self, compact):
        answer = compact("--form", "openai", "--json").json
        assert answer["outcome"] == "committed"
        assert answer["conversation"]["messages"][0]["role"] == "user"
        out = compact("--form", "text").out
        assert out.startswith("user: Look into TASK-0")


class TestCommands:
    def test_command_before_changes_the_instructions_and_the_one_after_gets_the_summary(
        self, compact, commands
    ):
        code = (
            "import json, sys\ntold = json.load(sys.stdin)\nprint(told['instructions'] + ' And every port.')"
        )
        folder = commands(before=code, after="import sys\nopen('told', 'w').write(sys.stdin.read())")
        answer = compact("--mode", "summary", "--instructions", "Name every path.", "--json").json
        assert answer["instructions"] == "Name every path. And every port."
        told = json.loads((folder / "told").read_text())
        assert told == {
            "event": "after", "session": "s", "mode": "summary", "summary": answer["summary"],
            "tokens_before": answer["tokens_before"], "tokens_after": answer["tokens_after"],
        }  # fmt: skip

    def test_command_before_stops_it(self, desk, root, compact, commands):
        commands(before="import sys\nsys.stderr.write('not while we release')\nsys.exit(2)")
        before = state(root)
        answer = compact("--json", code=13).json
        assert "not while we release" in answer["error"]["message"]
        assert state(root) == before
        assert not (root / "memory/sessions/s.md").exists()

    def test_command_that_fails_is_noted_and_goes_on(self, compact, commands):
        commands(before="raise SystemExit(1)", after="raise SystemExit(7)")
        answer = compact("--json").json
        assert answer["outcome"] == "committed"
        notes = " ".join(answer["notes"])
        assert "context.compact.before ended with exit code 1" in notes
        assert "context.compact.after ended with exit code 7" in notes

    def test_workspace_names_no_command(self, desk, root, compact):
        canary = desk.folder / "canary"
        (root / "daykeep.toml").write_text(f'[context.compact]\nbefore = "touch {canary}"\n')
        assert "config.toml" in compact(code=4).err
        assert not canary.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("--from", "seven"),
        ("--from", "U9", "--to", "U3"),
        ("talk.json", "--dry-run"),
        ("--session", "nobody's"),
    ],
)
def test_what_can_not_be_meant_is_wrong_usage(root, compact, words):
    before = state(root)
    compact(*words, code=2)
    assert state(root) == before
