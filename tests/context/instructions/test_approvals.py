import json
import sys
from datetime import UTC, datetime

import pytest

from daykeep.context.instructions.approvals import (
    APPROVALS_FILE,
    claude_answer,
    load_approvals,
    record_answer,
)
from daykeep.context.instructions.model import APPROVED, DECLINED
from daykeep.errors import ConfigError

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


def _record(folder, project, answer):
    return record_answer(folder, project, answer, by="ada", now=NOON)


def test_an_answer_is_kept_for_its_project_alone_and_may_be_taken_back(tmp_path):
    assert _record(tmp_path, "/a", APPROVED)
    assert _record(tmp_path, "/b", DECLINED)
    approvals, problem = load_approvals(tmp_path)
    assert (approvals.answer("/a"), approvals.answer("/b"), approvals.answer("/c")) == (
        APPROVED,
        DECLINED,
        "",
    )
    assert problem == ""
    assert _record(tmp_path, "/a", "")
    assert load_approvals(tmp_path)[0].answers == {"/b": DECLINED}


def test_the_same_answer_again_is_no_write(tmp_path):
    _record(tmp_path, "/a", APPROVED)
    before = (tmp_path / APPROVALS_FILE).stat().st_mtime_ns
    assert not _record(tmp_path, "/a", APPROVED)
    assert (tmp_path / APPROVALS_FILE).stat().st_mtime_ns == before
    assert not _record(tmp_path, "/b", "")


@pytest.mark.parametrize("data", [b"{", b"[]", b'{"projects": []}', b"\xff\xfe"])
def test_a_record_that_is_none_approves_nothing_is_named_and_is_not_overwritten(tmp_path, data):
    (tmp_path / APPROVALS_FILE).write_bytes(data)
    approvals, problem = load_approvals(tmp_path)
    assert approvals.answers == {}
    assert "no answer counts" in problem
    with pytest.raises(ConfigError):
        _record(tmp_path, "/a", APPROVED)
    assert (tmp_path / APPROVALS_FILE).read_bytes() == data


def test_an_answer_that_is_neither_counts_as_none(tmp_path):
    (tmp_path / APPROVALS_FILE).write_text(
        '{"projects": {"/a": {"answer": "sure"}, "/b": true, "/c": {"answer": ["approved"]}}}'
    )
    assert load_approvals(tmp_path)[0].answers == {}


def test_no_folder_means_no_answer():
    assert load_approvals(None)[0].answers == {}


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"projects": []},
        {"projects": {"/a": []}},
        {"projects": {"/a": {"hasClaudeMdExternalIncludesApproved": "yes"}}},
    ],
)
def test_a_state_of_claude_code_that_says_nothing_is_no_answer(state):
    assert claude_answer(state, ("/a",)) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_a_record_that_is_a_link_approves_nothing_and_stops_nothing(tmp_path):
    (tmp_path / "real.json").write_text('{"projects": {"/a": {"answer": "approved"}}}')
    (tmp_path / APPROVALS_FILE).symlink_to("real.json")
    approvals, problem = load_approvals(tmp_path)
    assert approvals.answers == {}
    assert problem


@pytest.mark.parametrize("folder", ["", ".claude", "../app"])
def test_answers_that_the_project_holds_itself_do_not_count(world, folder):
    world.write("CLAUDE.md", "@../out.md")
    world.write("^work/out.md", "outside")
    answers = {str(world.project): {"hasClaudeMdExternalIncludesApproved": True, "answer": APPROVED}}
    for name in (".claude.json", ".claude/.claude.json", "daykeep/imports.json"):
        world.write(name, json.dumps({"projects": answers}))
    approvals = load_approvals(world.path("daykeep"))[0]
    assert approvals.answer(str(world.project)) == APPROVED
    environ = {"CLAUDE_CONFIG_DIR": str(world.path(folder))}
    assert world.skips(environ=environ, approvals=approvals)["^work/out.md"] == "pending"


def test_answers_in_a_home_that_is_a_checkout_count(world):
    world.write("~/CLAUDE.md", "@../out.md")
    world.write("^out.md", "outside")
    world.write("~/.git/HEAD", "ref: refs/heads/main")
    answers = {str(world.home): {"hasClaudeMdExternalIncludesApproved": True}}
    world.write("~/.claude.json", json.dumps({"projects": answers}))
    assert "^out.md" in world.read(cwd="~/")
