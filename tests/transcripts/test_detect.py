"""The format of a file is told by what is in it."""

import io
import json

import pytest

from daykeep.transcripts.detect import find_format
from tests.transcripts.building import Claude, Codex, Pi


def _lines(*entries: object) -> bytes:
    return "".join(json.dumps(entry) + "\n" for entry in entries).encode()


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"", ""),
        (b"\n \n", ""),
        (b"\0\0\0\0", ""),
        (b"SQLite format 3\0" + b"\1" * 90, ""),
        (_lines(Claude().user("Hi.")), "claude-code"),
        (_lines({"type": "summary", "summary": "x", "leafUuid": "u"}), "claude-code"),
        (_lines({"type": "queue-operation", "operation": "enqueue", "sessionId": "s"}), "claude-code"),
        (_lines({"odd": 1}, {"odd": 2}, Claude().user("Hi.")), "claude-code"),
        (_lines(Pi().head()), "pi"),
        (_lines(Pi().user("Hi.")), "pi"),
        (_lines(Codex().meta()), "codex"),
        (_lines({"_type": "metadata", "key": "cli"}), "messages"),
        (_lines({"role": "user", "content": "Hi."}), "messages"),
        (_lines({"cursor": 1, "timestamp": "2026-03-01 09:00", "content": "x"}), "nanobot-history"),
        (_lines({"a": 1}), ""),
        (b'[{"role": "user"}]', "json"),
        (b"[\n", "json"),
        (b'{\n  "messages": [', "json"),
        (b'{"messages": [\n{"role": "user", "content": "x"}\n]}', "json"),
        (b"[link](x) and text\n", "markdown"),
        (b"[2026-03-01] user: x\n", "markdown"),
        (b"# A page\n", "markdown"),
    ],
)
def test_format_is_told_by_the_content(data: bytes, name: str) -> None:
    assert find_format(io.BytesIO(data)) == name
    assert find_format(io.BytesIO(b"\xef\xbb\xbf" + data)) == name


def test_first_line_longer_than_the_head_is_judged_as_a_whole() -> None:
    entry = {"role": "user", "content": "x, " * 4000}
    assert find_format(io.BytesIO(_lines(entry))) == "messages"
