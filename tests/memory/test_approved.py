"""Approvals follow the changes that daykeep itself makes, and only those."""

from __future__ import annotations

from pathlib import Path

import pytest

from daykeep.errors import ConflictError
from daykeep.memory.approved import replace_approved
from daykeep.memory.decisions import (
    DECISIONS_FILE,
    add_tombstone,
    is_trusted,
    lines_on_record,
    record_trust,
    trusted_sha256,
)
from daykeep.memory.sources import hash_line
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


def test_old_content_that_somebody_puts_back_after_the_write_is_approved_no_longer(tmp_path: Path) -> None:
    files = write(tmp_path, {"AGENTS.md": "old\n"})
    document = files.read_document("AGENTS.md")
    record_trust(files, {"AGENTS.md": document.sha256}, now=NOW, by="user", how="init")
    replaced = replace_approved(files, document, b"new\n", now=NOW, how="forget")
    assert is_trusted(files, "AGENTS.md", replaced.sha256)
    assert not is_trusted(files, "AGENTS.md", document.sha256)


def test_lines_that_daykeep_adds_are_on_record_whether_or_not_the_file_is(tmp_path: Path) -> None:
    files = write(tmp_path, {"MEMORY.md": "# Memory\n"})
    first = replace_approved(
        files, files.read_document("MEMORY.md"), b"# Memory\n\n- one\n", now=NOW, how="distill"
    )
    record_trust(files, {"MEMORY.md": first.sha256}, now=NOW, by="user", how="trust")
    document = files.read_document("MEMORY.md")
    replace_approved(files, document, b"# Memory\n\n- one\n- two\n", now=NOW, how="distill")
    rows = files.find_records(DECISIONS_FILE)[0]
    assert lines_on_record(rows, "MEMORY.md") == {hash_line("one"), hash_line("two")}
    add_tombstone(files, item="ab", lines=[hash_line("one")], now=NOW, by="user", how="forget")
    rows = files.find_records(DECISIONS_FILE)[0]
    assert lines_on_record(rows, "MEMORY.md") == {hash_line("two")}
