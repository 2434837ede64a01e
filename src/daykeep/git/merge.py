"""Merges two changes of one text by git's own three-way merge."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from daykeep.errors import GitError

if TYPE_CHECKING:
    from daykeep.git.repository import Repository

_MOST_CONFLICTS = 127
"""``git merge-file`` counts no further in its exit code; above it stand its errors."""


def merge_texts(
    repository: Repository, *, base: bytes, ours: bytes, theirs: bytes, marker_size: int
) -> tuple[bytes, int]:
    """The merge of what ``ours`` and ``theirs`` each changed in ``base``, and how many conflicts it holds.

    Raises GitError for content that git takes for binary.
    """
    with tempfile.TemporaryDirectory(prefix="daykeep-merge-") as folder:
        sides = []
        for name, data in (("ours", ours), ("base", base), ("theirs", theirs)):
            path = Path(folder, name)
            path.write_bytes(data)
            sides.append(str(path))
        labels = ("-L", "now", "-L", "before", "-L", "wanted")
        options = ("-p", "--diff3", f"--marker-size={marker_size}")
        answer = repository.runner.run("merge-file", *options, *labels, "--", *sides, ok=range(256))
    if answer.code > _MOST_CONFLICTS:
        raise GitError(f"git can't merge the texts: {answer.err.strip()}")
    return answer.out, answer.code
