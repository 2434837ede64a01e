"""The shapes of real logs that break readers, as this project met them; the files themselves lie with the data."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from daykeep.files.encoding import decode
from daykeep.files.store import Files

DATA = os.environ.get("DAYKEEP_DATA")
pytestmark = pytest.mark.skipif(not DATA, reason="DAYKEEP_DATA is not set")
QUIRKS = sorted((Path(DATA) / "quirks").iterdir()) if DATA else []


@pytest.mark.parametrize("path", QUIRKS, ids=lambda path: path.name)
def test_every_quirk_is_read_and_edited_without_touching_another_byte(path):
    data = path.read_bytes()
    document = decode(data, path.name)
    assert document.texts
    for at in range(1, len(document.texts) + 2):
        changed = document.insert(at, ["- neu 新"])
        assert decode(changed).texts == [*document.texts[: at - 1], "- neu 新", *document.texts[at - 1 :]]
        assert decode(changed).cut(at, at) in {data, data + document.newline.encode()}


@pytest.mark.parametrize("path", QUIRKS, ids=lambda path: path.name)
def test_every_quirk_is_appended_to_and_keeps_its_bytes(path, tmp_path):
    data = path.read_bytes()
    (tmp_path / "log.md").write_bytes(data)
    Files(tmp_path).append("log.md", lambda _tail: "- neu 新\n".encode())
    changed = (tmp_path / "log.md").read_bytes()
    assert changed.startswith(data)
    assert decode(changed).texts == [*decode(data).texts, "- neu 新"]
