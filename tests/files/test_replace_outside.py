"""Replacing a file that another program handed over: whole or not at all, and never through a link."""

from __future__ import annotations

from pathlib import Path

import pytest

from daykeep.errors import RefusedError
from daykeep.files.outside import replace_outside


def test_file_gets_the_other_bytes_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "merged"
    path.write_bytes(b"old")
    replace_outside(path, b"new" * 1_000_000)
    assert path.read_bytes() == b"new" * 1_000_000
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("kind", ["link", "folder", "nothing"])
def test_what_is_no_plain_file_is_refused(tmp_path: Path, kind: str) -> None:
    path, target = tmp_path / "merged", tmp_path / "target"
    target.write_bytes(b"old")
    if kind == "link":
        path.symlink_to(target)
    elif kind == "folder":
        path.mkdir()
    with pytest.raises(RefusedError, match="not a plain file"):
        replace_outside(path, b"new")
    assert target.read_bytes() == b"old"
