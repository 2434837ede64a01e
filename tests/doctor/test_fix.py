"""Choosing what to mend, and mending it without touching anything beside."""

from __future__ import annotations

from pathlib import Path

import pytest

from daykeep.doctor.examine import examine
from daykeep.doctor.finding import Finding
from daykeep.doctor.fix import QUARANTINE, apply_fixes, choose
from daykeep.errors import UsageError
from daykeep.memory.decisions import record_trust, trusted_sha256
from tests.doctor.examining import NOW, subject
from tests.workspace.making import digest

TOKEN = "ghp" + "_" + "a1B2c3D4e5" * 3 + "a1B2c3"


def finding(mark: str, line: int = 0, *, fixable: bool = True) -> Finding:
    return Finding(mark, "warning", mark.split(":")[1], line, "said", "the hint", fixable=fixable)


def test_choose_puts_later_lines_and_later_secrets_first() -> None:
    marks = [finding(f"secret:a.md:4{suffix}", 4) for suffix in ("", "#2", "#10")] + [
        finding("secret:a.md:9", 9)
    ]
    chosen = choose(marks, [mark.id for mark in marks])
    assert [mark.id for mark in chosen] == [
        "secret:a.md:9",
        "secret:a.md:4#10",
        "secret:a.md:4#2",
        "secret:a.md:4",
    ]


def test_choose_takes_an_id_given_twice_once() -> None:
    assert len(choose([finding("temp:x")], ["temp:x", "temp:x"])) == 1


def test_choose_refuses_an_unknown_id_and_one_that_is_not_fixable() -> None:
    with pytest.raises(UsageError, match="no finding"):
        choose([finding("temp:x")], ["temp:x", "nothing"])
    with pytest.raises(UsageError, match="not for daykeep") as caught:
        choose([finding("twin:x", fixable=False)], ["twin:x"])
    assert caught.value.hint == "the hint"


def mend(root: Path, contents: dict[str, str | bytes], mark: str) -> list[tuple[bool, str]]:
    made = subject(root, contents)
    chosen = choose(examine(made).findings, [mark])
    return [(fixed.done, fixed.message) for fixed in apply_fixes(made, chosen)]


@pytest.mark.parametrize(
    "data", [b"one %s two\r\nlast", b"\xef\xbb\xbf%s\n", b"caf\xe9 %s \x97\n", b"a\r%s\rb"]
)
def test_masking_keeps_every_other_byte(tmp_path: Path, data: bytes) -> None:
    before, after = data.split(b"%s")
    line = before.count(b"\r") + 1
    (done,) = mend(tmp_path, {"NOTES.md": before + TOKEN.encode() + after}, f"secret:NOTES.md:{line}")
    assert done[0], done[1]
    masked = (tmp_path / "NOTES.md").read_bytes()
    assert masked.startswith(before + b"[secret:")
    assert masked.endswith(b"]" + after)


def test_file_that_changed_meanwhile_is_left_as_it_is(tmp_path: Path) -> None:
    made = subject(tmp_path, {"NOTES.md": f"{TOKEN}\n"})
    chosen = choose(examine(made).findings, ["secret:NOTES.md:1"])
    (tmp_path / "NOTES.md").write_text("nothing to hide\n", encoding="utf-8")
    (fixed,) = apply_fixes(made, chosen)
    assert not fixed.done
    assert (tmp_path / "NOTES.md").read_text(encoding="utf-8") == "nothing to hide\n"


def test_approval_of_a_core_file_is_carried_over_to_the_mended_content(tmp_path: Path) -> None:
    made = subject(tmp_path, {"SOUL.md": f"I am\n{TOKEN}\n"})
    record_trust(
        made.files, {"SOUL.md": made.files.read_document("SOUL.md").sha256}, now=NOW, by="person", how="trust"
    )
    apply_fixes(made, choose(examine(made).findings, ["secret:SOUL.md:2"]))
    assert trusted_sha256(made.files)["SOUL.md"] == made.files.read_document("SOUL.md").sha256


def test_content_that_was_never_approved_does_not_become_approved(tmp_path: Path) -> None:
    made = subject(tmp_path, {"SOUL.md": f"I am\n{TOKEN}\n"})
    record_trust(made.files, {"SOUL.md": "0" * 64}, now=NOW, by="person", how="trust")
    apply_fixes(made, choose(examine(made).findings, ["secret:SOUL.md:2"]))
    assert trusted_sha256(made.files)["SOUL.md"] == "0" * 64


def test_no_fix_removes_a_layer_file(tmp_path: Path) -> None:
    contents: dict[str, str | bytes] = {
        "SOUL.md": f"{TOKEN}\u202e\n",
        "HEARTBEAT.md": f"# empty\n\u200b{TOKEN}\n",
        "BOOTSTRAP.md": "x",
        "USER.md": "x",
        "memory/heartbeat-state.json": "{bad",
        "memory/2026-03-09.md": f"{TOKEN}\n",
    }
    made = subject(tmp_path, contents)
    before = digest(tmp_path)
    findings = examine(made).findings
    apply_fixes(made, choose(findings, [found.id for found in findings if found.fixable]))
    assert set(before) <= set(digest(tmp_path))
    assert (tmp_path / QUARANTINE).is_dir()
