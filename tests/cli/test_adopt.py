"""``daykeep adopt`` on the command line: every kind of workspace, and no byte changed but what was announced."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.acceptance.quirks import PLACES, broken_state, data_files, own_files
from tests.cli.setting_up import Desk
from tests.workspace.making import digest, write

LIVED = {
    "SOUL.md": "# SOUL.md\r\n\r\nI am who I am.",
    "USER.md": "# USER\n\n- **Timezone:** Asia/Shanghai (UTC+8)\n- **Language:** 中文\n",
    "AGENTS.md": "# AGENTS\n\n## Every Session\n1. SOUL\n",
    "MEMORY.md": "\ufeff# MEMORY\r\n\r\n## 教训\r\n- 一\n- mixed",
    "memory.md": "\ufeff# MEMORY\r\n\r\n## 教训\r\n- 一\n- mixed",
    "memory/heartbeat-state.json": broken_state(),
    "memory/2026-03-01-1430.md": "x",
    "BOOTSTRAP.md": "x",
}


def lived(root: Path, quirks: dict[str, bytes]) -> dict[str, str]:
    """A workspace with all of it; its digest."""
    write(root, {**quirks, **LIVED})
    return digest(root)


@pytest.fixture(params=["own", "data"])
def quirks(request: pytest.FixtureRequest) -> dict[str, bytes]:
    if request.param == "own":
        return own_files()
    data = os.environ.get("DAYKEEP_DATA")
    if not data:
        pytest.skip("DAYKEEP_DATA is not set: the quirks of real workspaces are not at hand")
    return data_files(Path(data) / "quirks")


@pytest.mark.parametrize("in_git", [False, True])
def test_lived_in_workspace_keeps_every_byte_through_adopt_doctor_and_uninstall(
    desk: Desk, quirks: dict[str, bytes], *, in_git: bool
) -> None:
    root = desk.folder / "w"
    before = lived(root, quirks)
    if in_git:
        subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    announced = {change["name"] for change in desk.run("adopt", "w", "--dry-run", "--json").json["changes"]}
    assert digest(root) == before
    assert announced == {"daykeep.toml", ".gitignore"} if in_git else {"daykeep.toml"}

    answer = desk.run("adopt", "w", "--json")
    assert answer.code == 0, answer.err
    assert {change["name"] for change in answer.json["changes"]} == announced
    adopted = digest(root)
    assert {name: adopted[name] for name in before} == before
    assert set(adopted) - set(before) == announced | {"memory/decisions.jsonl"}

    assert desk.run("adopt", "w").out.endswith("this workspace is adopted already.\n")
    report = desk.run("doctor", "--json", where=root)
    assert report.code == 10
    marks = {finding["id"].split(":")[0] for finding in report.json["findings"]}
    assert marks >= {"state", "year", "bootstrap", "bytes"}
    assert digest(root) == adopted

    desk.run("uninstall", where=root)
    after = digest(root)
    assert {name: after[name] for name in before} == before


def test_every_quirk_of_the_data_folder_has_an_equivalent_here() -> None:
    assert set(own_files()) == set(PLACES.values())


def test_report_says_what_was_found(desk: Desk) -> None:
    lived(desk.folder / "w", own_files())
    answer = desk.run("adopt", "w", "--dry-run")
    assert "classic layout" in answer.out
    assert "Asia/Shanghai (from USER.md:3)" in answer.out
    assert "YYYY-MM-DD-HHMM" in answer.out
    assert "BOOTSTRAP.md" in answer.out
    assert "memory/heartbeat-state.json:1" in answer.out
    assert "Would change:" in answer.out


def test_zone_that_is_none_is_named_and_does_not_stop_it(desk: Desk) -> None:
    write(desk.folder / "w", {**LIVED, "USER.md": "- **Timezone:** PST\n"})
    answer = desk.run("adopt", "w")
    assert answer.code == 0
    assert "PST" in answer.err


def test_broken_settings_file_is_named_and_kept(desk: Desk) -> None:
    write(desk.folder / "w", {**LIVED, "daykeep.toml": "[memory\n"})
    answer = desk.run("adopt", "w")
    assert answer.code == 0
    assert "daykeep.toml:1" in answer.err
    assert (desk.folder / "w" / "daykeep.toml").read_text(encoding="utf-8") == "[memory\n"


def test_folder_that_is_no_workspace_exits_3(desk: Desk) -> None:
    (desk.folder / "w").mkdir()
    assert desk.run("adopt", "w").code == 3
    assert desk.run("adopt", "nowhere").code == 3


def test_adopt_asks_for_the_zone_only_where_no_file_names_one(desk: Desk) -> None:
    root = desk.folder / "w"
    write(root, {"SOUL.md": "# Soul\n", "memory/2026-03-01.md": "x"})
    said = desk.run("adopt", str(root), "--dry-run").out
    assert "no file here names your zone" in said
    assert "  1 daily log:" in said.splitlines()
    write(root, {"USER.md": "- **Timezone:** Asia/Shanghai\n"})
    assert "names your zone" not in desk.run("adopt", str(root), "--dry-run").out
