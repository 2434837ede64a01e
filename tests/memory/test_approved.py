"""Approvals follow the changes that daykeep itself makes, and only those."""

from __future__ import annotations

from pathlib import Path

import pytest

from daykeep.errors import ConflictError
from daykeep.memory.approved import replace_approved
from daykeep.memory.decisions import is_trusted, record_trust, trusted_sha256
from tests.workspace.making import NOW, write


def test_approval_of_the_old_content_covers_the_new_one(tmp_path: Path) -> None:
    files = write(tmp_path, {"AGENTS.md": "old\n"})
    document = files.read_document("AGENTS.md")
    record_trust(files, {"AGENTS.md": document.sha256}, now=NOW, by="user", how="init")
    replaced = replace_approved(files, document, b"new\n", now=NOW, how="routing")
    assert replaced.changed
    assert trusted_sha256(files) == {"AGENTS.md": replaced.sha256}


def test_content_that_was_not_on_record_does_not_come_on_record(tmp_path: Path) -> None:
    files = write(tmp_path, {"AGENTS.md": "changed by a stranger\n"})
    record_trust(files, {"AGENTS.md": "0" * 64}, now=NOW, by="user", how="init")
    replaced = replace_approved(files, files.read_document("AGENTS.md"), b"new\n", now=NOW, how="routing")
    assert not is_trusted(files, "AGENTS.md", replaced.sha256)


def test_file_that_changed_since_it_was_read_stays_and_so_does_its_approval(tmp_path: Path) -> None:
    files = write(tmp_path, {"AGENTS.md": "old\n"})
    document = files.read_document("AGENTS.md")
    record_trust(files, {"AGENTS.md": document.sha256}, now=NOW, by="user", how="init")
    (tmp_path / "AGENTS.md").write_text("mine\n", encoding="utf-8")
    with pytest.raises(ConflictError):
        replace_approved(files, document, b"new\n", now=NOW, how="routing")
    assert (tmp_path / "AGENTS.md").read_text(encoding="utf-8") == "mine\n"
    assert is_trusted(files, "AGENTS.md", document.sha256)


def test_same_content_is_no_write_and_no_record(tmp_path: Path) -> None:
    files = write(tmp_path, {"AGENTS.md": "old\n"})
    document = files.read_document("AGENTS.md")
    record_trust(files, {"AGENTS.md": document.sha256}, now=NOW, by="user", how="init")
    size = (tmp_path / "memory" / "decisions.jsonl").stat().st_size
    assert not replace_approved(files, document, b"old\n", now=NOW, how="routing").changed
    assert (tmp_path / "memory" / "decisions.jsonl").stat().st_size == size
