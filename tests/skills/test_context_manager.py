"""The scripts of the skill smart-context-manager: its command line and its importable classes."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys

import pytest

from daykeep.cli.session.command import session
from daykeep.files.store import Files
from daykeep.git.values import HistoryOff
from daykeep.review.stores.joined import open_store
from daykeep.text.yaml_strings import load_strings
from daykeep.workspace.template import template_root

SKILL = template_root() / "skills" / "smart-context-manager"
SCRIPTS = SKILL / "scripts"
RECORDER = '#!/bin/sh\nprintf \'%s\\n\' "$@" > "$RECORD"\nexit 7\n'


def load(name):
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*words, environment, where):
    line = [sys.executable, "-S", str(SCRIPTS / "context_manager.py"), *words]
    return subprocess.run(line, cwd=where, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def recorder(tmp_path):
    folder = tmp_path / "bin"
    folder.mkdir()
    command = folder / "daykeep"
    command.write_text(RECORDER, encoding="utf-8")
    command.chmod(0o755)
    return {"PATH": f"{folder}:/usr/bin:/bin", "RECORD": str(tmp_path / "record"), "HOME": str(tmp_path)}


@pytest.mark.parametrize(
    ("given", "handed_on"),
    [
        (["detect-decay", "--current-round", "45"], ["decay", "--current-round", "45"]),
        (["compress", "--target-ratio", "0.3"], ["compress", "--target-ratio", "0.3"]),
        (
            ["enhance", "--query", "What are user preferences"],
            ["enhance", "--query", "What are user preferences"],
        ),
        (
            [
                "register",
                "--id",
                "user_pref",
                "--type",
                "user_preference",
                "--content",
                "Use Feishu notifications",
            ],
            [
                "register",
                "--id",
                "user_pref",
                "--type",
                "user_preference",
                "--content",
                "Use Feishu notifications",
            ],
        ),
        (
            ["check-position", "--id", "user_pref", "--position", "2500", "--total", "5000"],
            ["check-position", "--id", "user_pref", "--position", "2500", "--total", "5000"],
        ),
        (["refresh", "--id", "user_pref"], ["refresh", "--id", "user_pref"]),
        (["sync"], ["sync"]),
        (["summarize-session"], ["summarize"]),
        (["monitor"], ["monitor"]),
    ],
)
def test_line_is_handed_to_the_installed_command_and_its_exit_code_comes_back(
    tmp_path, recorder, given, handed_on
):
    assert run(*given, environment=recorder, where=tmp_path).returncode == 7
    assert (tmp_path / "record").read_text().splitlines() == ["session", *handed_on]


def test_every_name_is_a_command_of_the_group():
    names = set(load("context_manager").COMMANDS.values())
    assert names <= set(session.commands)


@pytest.mark.parametrize(("words", "code"), [([], 2), (["forget-all"], 2), (["--help"], 0)])
def test_unknown_name_shows_how_it_is_used(tmp_path, recorder, words, code):
    answer = run(*words, environment=recorder, where=tmp_path)
    assert answer.returncode == code
    assert "detect-decay --current-round N" in answer.stdout + answer.stderr
    assert not (tmp_path / "record").exists()


def test_missing_command_is_said(tmp_path):
    answer = run("sync", environment={"PATH": "/nowhere", "HOME": str(tmp_path)}, where=tmp_path)
    assert answer.returncode == 127
    assert "pipx install daykeep" in answer.stderr


def test_lines_of_the_manual_work_one_after_the_other(tmp_path):
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    command = bin_folder / "daykeep"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m daykeep "$@"\n')
    command.chmod(0o755)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("DAYKEEP_")},
        "PATH": f"{bin_folder}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
    }
    root = tmp_path / "work"
    made = subprocess.run(
        [str(command), "init", str(root), "--lang", "en", "--zone", "UTC"], env=environment, check=False
    )
    assert made.returncode == 0

    def line(*words):
        done = subprocess.run(
            [sys.executable, str(SCRIPTS / "context_manager.py"), *words],
            cwd=root, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    line(
        "register", "--id", "user_pref", "--type", "user_preference", "--content", "Use Feishu notifications"
    )
    assert "Decay Detection Report" in line("detect-decay", "--current-round", "45")
    assert "middle zone" in line(
        "check-position", "--id", "user_pref", "--position", "2500", "--total", "5000"
    )
    assert "Use Feishu notifications" in line("refresh", "--id", "user_pref")
    assert "Use Feishu notifications" in line("enhance", "--query", "What are user preferences")
    line("compress", "--target-ratio", "0.3")
    assert "Use Feishu notifications" in line("sync")


def test_detector_counts_from_the_registration():
    detector = load("decay_detector").DecayDetector()
    detector.register_info("user_pref", "user_preference", "Use Feishu notifications", 0, current_round=27)
    detector.register_info("rule", "constraint", "Do not delete files", 0, current_round=44)

    (found,) = detector.detect_decayed_info(45)
    assert (found["id"], found["rounds_since_reference"], found["importance"]) == ("user_pref", 18, "high")
    detector.record_reference("user_pref", 45)
    assert detector.detect_decayed_info(46) == []
    assert detector.information_records["rule"]["importance"] == "high"
    detector.record_reference("unknown", 47)


def test_detector_does_not_call_new_information_decayed():
    detector = load("decay_detector").DecayDetector()
    detector.record_reference("nothing", 30)
    detector.register_info("late", "goal", "Ship it", 0)
    assert detector.detect_decayed_info(31) == []


@pytest.mark.parametrize(("place", "warned"), [(1500, True), (3500, True), (1499, False), (3501, False)])
def test_detector_warns_about_places_with_both_bounds(place, warned):
    warning = load("decay_detector").DecayDetector().get_position_warning(place, 5000)
    assert (warning is not None) is warned
    assert not warned or "disagree" in warning


def test_compressor_keeps_a_large_decision_and_survives_an_error_without_a_message():
    decision = {"type": "decision", "content": "We use PostgreSQL and not MySQL. " * 200}
    compressor = load("smart_compressor").SmartCompressor()
    done = compressor.compress({"history": [decision, {"type": "error", "message": None}]}, 0.1)
    assert done["decision"] == [decision]
    assert len(done["error"]) == 1
    assert compressor.report["reached"] is False
    assert compressor.compress({}) == {}


def test_enhancer_finds_preferences_in_other_words(tmp_path):
    path = tmp_path / "MEMORY.md"
    path.write_text("User preferences: Use Feishu notifications\n\nThe lab closes at nine\n")
    enhancer = load("retrieval_enhancer").RetrievalEnhancer(
        {"long-term": path, "missing": tmp_path / "no.md"}
    )
    enhancer.build_index()

    (found,) = enhancer.retrieve("What are user preferences")
    assert found["content"] == "User preferences: Use Feishu notifications"
    text = enhancer.enhance_context("The work.\n", "What are user preferences")
    assert text.endswith("The work.\n")
    assert "Use Feishu notifications" in text
    assert enhancer.enhance_context("The work.\n", "zebra weather") == "The work.\n"


@pytest.fixture
def workspace(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "SOUL.md").write_text("# Soul\n")
    (tmp_path / "AGENTS.md").write_text("# Agents\n")
    (tmp_path / "MEMORY.md").write_text("# Memory\n\n## Preferences\n\n- Drinks tea\n")
    return tmp_path


def waiting(root):
    listing = open_store(Files(root), HistoryOff("", ""), language="en").list_waiting()
    return [line for proposal in listing.proposals for item in proposal.waiting for line in item.memory_lines]


def test_synchronizer_never_loses_a_line_of_memory(workspace):
    made = load("memory_sync").MemorySynchronizer(workspace / "session.json", workspace / "MEMORY.md")
    info = {"type": "user_preference", "content": "Use Feishu notifications", "importance": "high"}

    assert made.promote_to_long_term(info)
    assert (workspace / "MEMORY.md").read_text() == "# Memory\n\n## Preferences\n\n- Drinks tea\n"
    assert waiting(workspace) == ["- Use Feishu notifications"]
    assert made.promote_to_long_term({"type": "remark", "content": "It rains"}) is False


def test_synchronizer_clears_only_what_was_queued(workspace):
    path = workspace / "session.json"
    remark = {"type": "remark", "content": "It rains"}
    rule = {"type": "constraint", "content": "Do not delete files"}
    path.write_text(json.dumps({"entries": [1], "pending_promotion": [rule, remark], "mine": "x"}))
    made = load("memory_sync").MemorySynchronizer(path, workspace / "MEMORY.md")

    assert made.sync_session_to_long_term() == 1
    value = json.loads(path.read_text())
    assert value == {"entries": [1], "pending_promotion": [remark], "mine": "x"}
    assert waiting(workspace) == ["- Do not delete files"]
    assert made.sync_session_to_long_term() == 0


def test_synchronizer_takes_only_the_memory_of_a_workspace(workspace):
    from daykeep.errors import UsageError

    with pytest.raises(UsageError):
        load("memory_sync").MemorySynchronizer(workspace / "session.json", workspace / "SOUL.md")


def test_template_of_levels_is_yaml():
    text = (SKILL / "templates" / "memory_structure.yaml").read_text(encoding="utf-8")
    fields, problems = load_strings(text, max_depth=6, max_keys=200)
    assert list(fields) == ["working", "short_term", "medium_term", "long_term"]
    assert problems == []


def test_pages_promise_no_figure_that_is_not_known():
    pages = [SKILL / "SKILL.md", *(SKILL / "references").glob("*.md")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in pages)
    assert "30%" not in text
    assert "30 %+" not in text
    assert "accuracy drops" not in text
    for name in (
        "references/memory_hierarchy.md",
        "references/u_curve_analysis.md",
        "templates/memory_structure.yaml",
    ):
        assert name in (SKILL / "SKILL.md").read_text(encoding="utf-8")
        assert (SKILL / name).is_file()


def test_skill_is_whole():
    assert {path.name for path in SCRIPTS.glob("*.py")} == {
        "context_manager.py",
        "decay_detector.py",
        "memory_sync.py",
        "retrieval_enhancer.py",
        "smart_compressor.py",
    }
    assert shutil.which(str(SCRIPTS / "context_manager.py"))
