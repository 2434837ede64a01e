"""What a person hears of a text on its way into the workspace."""

from __future__ import annotations

from daykeep.guard.findings import Findings
from daykeep.guard.hidden import find_hidden
from daykeep.guard.secrets import mask_secrets


def test_nothing_is_said_where_nothing_was_found():
    assert Findings().notes == []


def test_each_finding_is_said_with_its_count_and_kinds_once():
    secrets = mask_secrets(f"one ghp_{'a1B2' * 9} two ghp_{'c3D4' * 9}")[1]
    findings = Findings(secrets, repaired=1, nuls=2, hidden=tuple(find_hidden("a\u202eb\u202ec")))
    assert findings.notes == [
        "masked 2 secrets before writing: github-pat",
        "replaced 1 broken character (lone surrogates)",
        "replaced 2 NUL characters",
        "kept 2 hidden characters: U+202E",
    ]
