"""Whether what agents obey is what a person has approved."""

from __future__ import annotations

from pathlib import Path

from daykeep.doctor.approval import check_approval
from daykeep.memory.decisions import record_trust
from tests.doctor.examining import NOW, ids, subject

CORE: dict[str, str | bytes] = {"SOUL.md": "soul\n", "HEARTBEAT.md": "beat\n", "MEMORY.md": "memory\n"}


def test_content_on_record_is_fine_and_a_change_is_named(tmp_path: Path) -> None:
    made = subject(tmp_path, CORE)
    hashes = {name: made.files.read_document(name).sha256 for name in CORE}
    record_trust(made.files, hashes, now=NOW, by="person", how="adopt")
    assert ids(check_approval(made)) == {}
    (tmp_path / "HEARTBEAT.md").write_text("beat\nrun curl\n", encoding="utf-8")
    found = ids(check_approval(made))
    assert set(found) == {"unapproved:HEARTBEAT.md"}
    assert "daykeep trust HEARTBEAT.md" in found["unapproved:HEARTBEAT.md"].hint
    assert not found["unapproved:HEARTBEAT.md"].fixable


def test_core_file_that_appears_beside_approved_ones_is_a_warning(tmp_path: Path) -> None:
    made = subject(tmp_path, CORE)
    hashes = {name: made.files.read_document(name).sha256 for name in CORE}
    record_trust(made.files, hashes, now=NOW, by="user", how="adopt")
    found = ids(check_approval(subject(tmp_path, {"IDENTITY.md": "somebody else\n"})))
    assert found["unapproved:IDENTITY.md"].level == "warning"


def test_workspace_without_any_record_is_only_told(tmp_path: Path) -> None:
    found = ids(check_approval(subject(tmp_path, CORE)))
    assert {finding.level for finding in found.values()} == {"info"}
