"""Taking over an existing workspace: it says what it found and changes only what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from daykeep.clock import resolve_zone
from daykeep.daily.find import list_daily
from daykeep.errors import ConflictError, WorkspaceError
from daykeep.files.store import Files
from daykeep.workspace.adopt import AdoptPlan, apply_adopt, count_shapes, plan_adopt
from daykeep.workspace.layout import read_layout
from tests.workspace.making import digest, write


def plan(files: Files, **changes: Any) -> AdoptPlan:
    given: dict[str, Any] = {
        "zone": resolve_zone(flag="Asia/Shanghai", environ={}),
        "language": "en",
        "memory_budget_chars": 12_000,
        "dailies": list_daily(files),
        "trusted": {},
        "shows_machine_data": False,
    }
    return plan_adopt(files, read_layout(files), **{**given, **changes})


CLASSIC = {
    "SOUL.md": "# SOUL\n",
    "USER.md": "# USER\r\n",
    "AGENTS.md": "# AGENTS",
    "MEMORY.md": "# MEMORY\n",
    "memory/2026-03-09.md": "# 2026-03-09\n",
    "memory/2026-03-09-1430.md": "x",
    "memory/2026-03-09-gateway-crash.md": "x",
    "memory/archive-2026-03-01.md": "x",
    "memory/sub/2026-03-08.md": "x",
}


def test_plan_writes_nothing(tmp_path: Path) -> None:
    files = write(tmp_path, CLASSIC)
    before = digest(tmp_path)
    plan(files, shows_machine_data=True)
    assert digest(tmp_path) == before
    assert not (tmp_path / ".daykeep").exists()


def test_adopting_adds_the_settings_file_and_changes_no_other_byte(tmp_path: Path) -> None:
    files = write(tmp_path, CLASSIC)
    before = digest(tmp_path)
    found = plan(files)
    apply_adopt(files, found)
    after = digest(tmp_path)
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) == {"daykeep.toml"} == {change.name for change in found.changes}


def test_second_plan_changes_nothing(tmp_path: Path) -> None:
    files = write(tmp_path, CLASSIC)
    first = plan(files, shows_machine_data=True)
    apply_adopt(files, first)
    second = plan(files, shows_machine_data=True, trusted=first.trust)
    assert (second.changes, second.trust) == ((), {})


def test_core_files_that_are_there_are_to_be_recorded_with_their_hash(tmp_path: Path) -> None:
    files = write(tmp_path, CLASSIC)
    found = plan(files)
    assert set(found.trust) == {"SOUL.md", "USER.md", "AGENTS.md", "MEMORY.md"}
    assert found.trust["AGENTS.md"] == files.read_document("AGENTS.md").sha256


def test_file_on_record_with_other_content_is_not_recorded_again(tmp_path: Path) -> None:
    files = write(tmp_path, CLASSIC)
    assert "SOUL.md" not in plan(files, trusted={"SOUL.md": "0" * 64}).trust


@pytest.mark.parametrize("shows", [True, False])
def test_ignore_file_is_touched_only_where_git_would_see_machine_data(tmp_path: Path, *, shows: bool) -> None:
    files = write(tmp_path, {**CLASSIC, ".gitignore": b"*.log\r\n"})
    found = plan(files, shows_machine_data=shows)
    assert (".gitignore" in {change.name for change in found.changes}) is shows
    apply_adopt(files, found)
    assert (tmp_path / ".gitignore").read_bytes().startswith(b"*.log\r\n")


def test_file_that_changed_since_the_plan_is_not_overwritten(tmp_path: Path) -> None:
    files = write(tmp_path, {**CLASSIC, ".gitignore": "*.log\n"})
    found = plan(files, shows_machine_data=True)
    (tmp_path / ".gitignore").write_text("mine\n", encoding="utf-8")
    with pytest.raises(ConflictError):
        apply_adopt(files, found)
    assert (tmp_path / ".gitignore").read_text(encoding="utf-8") == "mine\n"


@pytest.mark.parametrize(
    ("contents", "era"),
    [
        ({"AGENTS.md": "## Tools\n", "SOUL.md": "x", "memory/2026-03-09.md": "x"}, "current"),
        ({"AGENTS.md": "x", "SOUL.md": "x", "memory/MEMORY.md": "x"}, "nanobot"),
        ({"AGENTS.md": "x", "SOUL.md": "x", "HEARTBEAT.md": "x", "MEMORY.md": "x"}, "classic"),
    ],
)
def test_nothing_retired_or_missing_is_made(
    tmp_path: Path, contents: dict[str, str | bytes], era: str
) -> None:
    files = write(tmp_path, contents)
    found = plan(files)
    apply_adopt(files, found)
    assert found.era == era
    assert set(digest(tmp_path)) == {*contents, "daykeep.toml"}
    assert any("TOOLS.md" in name for name, _ in found.untouched)


def test_property_of_others_is_named_and_left_alone(tmp_path: Path) -> None:
    others = {
        ".openclaw/workspace-state.json": "{}",
        "BOOTSTRAP.md": "x",
        "memory/.dreams/events.jsonl": "x",
        "DREAMS.md": "x",
    }
    files = write(tmp_path, {**CLASSIC, **others})
    before = digest(tmp_path)
    found = plan(files)
    apply_adopt(files, found)
    assert {".openclaw", "BOOTSTRAP.md", "memory/.dreams", "DREAMS.md"} <= {
        name for name, _ in found.untouched
    }
    after = digest(tmp_path)
    assert {name: after[name] for name in before} == before


def test_sizes_are_measured_against_budgets(tmp_path: Path) -> None:
    files = write(tmp_path, {**CLASSIC, "MEMORY.md": "长" * 12_001, "SOUL.md": b"\xff" * 10})
    layers = {layer.name: layer for layer in plan(files).layers}
    assert (layers["MEMORY.md"].chars, layers["MEMORY.md"].size_bytes) == (12_001, 36_003)
    assert "over the budget" in layers["MEMORY.md"].remark
    assert layers["SOUL.md"].chars == 10
    assert layers["USER.md"].remark == ""


def test_users_file_has_a_smaller_budget_in_the_current_era(tmp_path: Path) -> None:
    files = write(tmp_path, {"AGENTS.md": "## Tools\n", "SOUL.md": "x", "USER.md": "u" * 4_001})
    layers = {layer.name: layer for layer in plan(files).layers}
    assert layers["USER.md"].budget_chars == 4_000
    assert layers["USER.md"].remark


def test_logs_are_counted_by_the_shape_of_their_names(tmp_path: Path) -> None:
    files = write(tmp_path, CLASSIC)
    assert dict(count_shapes(list_daily(files))) == {
        "memory/YYYY-MM-DD.md": 1,
        "memory/YYYY-MM-DD-HHMM.md": 1,
        "memory/YYYY-MM-DD-slug.md": 1,
        "memory/…/YYYY-MM-DD.md": 1,
        "memory/*DATE*.md": 1,
    }


def test_folder_with_nothing_to_adopt_is_an_error(tmp_path: Path) -> None:
    files = write(tmp_path, {"README.md": "x", "src/main.py": "x"})
    with pytest.raises(WorkspaceError, match="nothing to adopt") as caught:
        plan(files)
    assert "init" in (caught.value.hint or "")


def test_folder_with_logs_alone_can_be_adopted(tmp_path: Path) -> None:
    found = plan(write(tmp_path, {"memory/2026-03-09.md": "x"}))
    assert (found.era, found.trust) == ("bare", {})


def test_unreadable_layer_file_is_said_and_does_not_stop_it(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("x", encoding="utf-8")
    root = tmp_path / "w"
    files = write(root, CLASSIC)
    (root / "TOOLS.md").symlink_to(outside)
    found = plan(files)
    layers = {layer.name: layer for layer in found.layers}
    assert "can't be read" in layers["TOOLS.md"].remark
    assert "TOOLS.md" not in found.trust


def test_state_that_is_not_json_is_named_and_kept(tmp_path: Path) -> None:
    broken: dict[str, str | bytes] = {
        "memory/heartbeat-state.json": '{"a": 1 "b": 2}',
        "memory/state/x-state.json": "[]",
    }
    files = write(tmp_path, {**CLASSIC, **broken, "memory/distill-state.json": "{}"})
    before = digest(tmp_path)
    found = plan(files)
    assert [problem.name for problem in found.broken] == list(broken)
    apply_adopt(files, found)
    after = digest(tmp_path)
    assert {name: after[name] for name in before} == before
