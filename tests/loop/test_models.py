"""A session whose turns are judged by a model over HTTP, as the user's own settings say."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from daykeep import Session
from daykeep.config import user_config_folder
from daykeep.testing import FakeDecider, FakeNoteWriter
from tests.models.machines import Clef, Said, Sent, completion, machine, say

KEY = "k-secret-123"
CHATTER = "thanks a lot"


@pytest.fixture
def place(tmp_path, monkeypatch) -> tuple[Path, Callable[[str], None]]:
    """A workspace, and what writes the user's own settings."""
    for name in ("HOME", "XDG_CONFIG_HOME", "APPDATA", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("MODEL_KEY", KEY)
    folder = tmp_path / "ws"
    (folder / "memory").mkdir(parents=True)
    (folder / "AGENTS.md").write_text("# Agents\n", encoding="utf-8")
    (folder / "daykeep.toml").write_text('zone = "UTC"\nhistory.enabled = false\n', encoding="utf-8")
    import os

    config = Path(user_config_folder(os.environ, sys.platform) or "")

    def write(text: str) -> None:
        config.mkdir(parents=True, exist_ok=True)
        (config / "config.toml").write_text(text, encoding="utf-8")

    return folder, write


def conversation(count: int = 30):
    for n in range(count):
        said = f"{CHATTER}, that is number {n}" if n % 3 == 2 else f"Look at log {n} of the shop, please."
        yield {"role": "user", "content": said}
        yield {
            "role": "assistant",
            "content": "You are welcome." if n % 3 == 2 else f"Log {n} shows timeouts. " * 60,
        }


def decider(root: str, more: str = "") -> str:
    return f'[triage.decider]\nprovider = "systemone"\nendpoint = "{root}/v1"\nmodel = "clef"\nkey_env = "MODEL_KEY"\n{more}'


def logged(folder: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.jsonl") if "log" in path.name)


def test_a_decision_model_of_the_user_s_decides_and_the_log_names_it(place) -> None:
    folder, write = place
    with machine(Clef()) as server:
        write(decider(server.root))
        session = Session.open(folder)
        session.append(*conversation())
        report = session.check(budget=3_000, force=True)
    assert server.sent
    assert all(sent.headers["authorization"] == f"Bearer {KEY}" for sent in server.sent)
    suggested = {one.unit_id: one.suggested for one in report.decisions}
    assert suggested["U3"] == "drop"
    assert suggested["U4"] == "keep"
    assert '"systemone"' in logged(folder)
    assert KEY not in "".join(p.read_text("utf-8", "replace") for p in folder.rglob("*") if p.is_file())


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (say({"error": {"message": f"bad key {KEY}"}}, 401), "status 401"),
        (Said(200, b"{"), "no JSON"),
        (say({"success": False, "errors": [{"code": 7009, "message": "no such model"}]}), "no such model"),
    ],
)
def test_a_model_that_fails_changes_nothing_and_the_report_says_why(place, answer: Said, words: str) -> None:
    folder, write = place
    said = list(conversation())
    with machine(lambda _: answer) as server:
        write(decider(server.root))
        session = Session.open(folder)
        session.append(*said)
        report = session.check(budget=10_000, force=True)
        assert words in report.reason
        assert KEY not in report.reason
        assert not report.did
        assert not list(folder.rglob("edits.jsonl"))
        assert KEY not in logged(folder)


def test_without_the_key_the_rules_decide_and_the_report_says_so(place, monkeypatch) -> None:
    folder, write = place
    write(decider("https://a.example"))
    monkeypatch.delenv("MODEL_KEY")
    session = Session.open(folder)
    session.append(*conversation())
    report = session.check(budget=3_000, force=True)
    assert report.decisions
    assert any("MODEL_KEY" in problem for problem in report.problems)
    assert '"systemone"' not in logged(folder)


def test_a_program_s_own_decider_and_writer_take_the_place_of_those_of_the_settings(place) -> None:
    folder, write = place
    write(decider("https://a.example"))
    own, scribe = FakeDecider(default="compress"), FakeNoteWriter()
    session = Session.open(folder, decider=own, writer=scribe)
    session.append(*conversation())
    report = session.check(budget=3_000, force=True)
    assert {one.suggested for one in report.decisions} == {"compress"}
    assert own.asked
    assert '"fake"' in logged(folder)


def test_a_writer_of_the_user_s_writes_notes_that_are_checked(place) -> None:
    """It is asked once for all turns; what it invents does not stand."""
    folder, write = place

    def answer(sent: Sent) -> Said:
        if "questions" in sent.body:
            return everything(sent)
        text = sent.body["messages"][1]["content"]
        ids = [line.split('"')[1] for line in text.splitlines() if line.startswith("<turn id=")]
        return completion(
            {
                "notes": [
                    {"unit_id": one, "note": "The user approved port 9999.", "details": []} for one in ids
                ]
            }
        )

    everything = Clef(judge=lambda *_: {"keep": 0.0, "compress": 0.96, "archive": 0.04, "drop": 0.0})
    with machine(answer) as server:
        write(
            decider(server.root)
            + f'[triage.writer]\nprovider = "openai"\nendpoint = "{server.root}/v1"\nmodel = "small"\n'
        )
        session = Session.open(folder)
        session.append(*conversation())
        session.check(budget=3_000, force=True)
        assert any("messages" in sent.body for sent in server.sent)
        assert "9999" not in json.dumps(session.view(), ensure_ascii=False)
