"""The text of what was rejected or taken back, found again in the logs."""

from __future__ import annotations

import pytest

from daykeep.files.store import Files
from daykeep.memory.decisions import Verdict, add_tombstone, lift_tombstone, record_verdicts
from daykeep.memory.sources import SourceRecord, append_sources, hash_line, hash_source
from daykeep.review.evidence.remembered import Span, read_spans, rejected_texts, taken_back_texts
from tests.git.playground import NOON

LOG = "memory/2026-03-10.md"
LIMIT = "- Set a limit on every request"
TEXT = f"# Tuesday\n\n{LIMIT}\n- Retry rarely\n"


@pytest.fixture(autouse=True)
def home():
    """No repository is needed here."""


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def write(files, name, text):
    path = files.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def judge(files, kind="rejected", action="add", item="abcd", source=None, name=LOG):
    source = source or [(3, hash_source([LIMIT]))]
    verdict = Verdict(kind, item, "P", action, (hash_line(LIMIT),), name, tuple(source))
    record_verdicts(files, [verdict], now=NOON, by="ada", how="review")


def test_rejected_text_is_read_where_it_was_logged(files):
    write(files, LOG, TEXT)
    judge(files)
    assert rejected_texts(files) == {"abcd": LIMIT}


def test_item_of_several_lines_has_all_of_them(files):
    write(files, LOG, TEXT)
    judge(files, source=[(3, hash_source([LIMIT])), (4, hash_source(["- Retry rarely"]))])
    assert rejected_texts(files) == {"abcd": f"{LIMIT}\n- Retry rarely"}


@pytest.mark.parametrize(
    "name", ["memory/archive/2026/2026-03-10.md", "memory/archive/2026/03/2026-03-10.md"]
)
def test_log_that_was_archived_is_found(files, name):
    write(files, name, TEXT)
    judge(files)
    assert rejected_texts(files) == {"abcd": LIMIT}


def test_line_that_moved_in_its_log_is_found(files):
    write(files, LOG, f"# Tuesday\n\nmore\nand more\n\n{LIMIT}\n")
    judge(files)
    assert rejected_texts(files) == {"abcd": LIMIT}


def test_text_that_no_log_holds_is_not_known(files):
    write(files, LOG, "# Tuesday\n")
    judge(files)
    judge(files, item="efgh", name="memory/2026-03-11.md")
    judge(files, item="ijkl", name="../../etc/passwd")
    assert rejected_texts(files) == {}


@pytest.mark.parametrize("kind", ["approved", "deferred", "reopened"])
def test_rejection_that_was_changed_later_does_not_count(files, kind):
    write(files, LOG, TEXT)
    judge(files)
    judge(files, kind=kind)
    assert rejected_texts(files) == {}


def test_line_that_was_to_stay_in_memory_was_not_rejected(files):
    write(files, LOG, TEXT)
    judge(files, action="archive")
    assert rejected_texts(files) == {}


def test_secret_of_the_log_is_masked(files):
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    line = f"- the token is {token}"
    write(files, LOG, f"{line}\n")
    judge(files, source=[(1, hash_source([line]))])
    assert token not in rejected_texts(files)["abcd"]


def test_taken_back_text_is_found_until_it_is_restored(files):
    write(files, LOG, TEXT)
    assert taken_back_texts(files) == {}
    append_sources(
        files,
        [
            SourceRecord(
                "abcd", "lesson", hash_line(LIMIT), LOG, 3, 3, hash_source([LIMIT]), "2026-03-10",
                "agent", 1.0, NOON.isoformat(), None,
            )
        ],
    )  # fmt: skip
    assert taken_back_texts(files) == {}
    add_tombstone(files, item="abcd", lines=[hash_line(LIMIT)], now=NOON, by="ada", how="revert")
    assert taken_back_texts(files) == {"abcd": LIMIT}
    lift_tombstone(files, item="abcd", lines=[hash_line(LIMIT)], now=NOON, by="ada", how="revert")
    assert taken_back_texts(files) == {}


def test_span_of_several_lines_is_found_whole(files):
    write(files, LOG, TEXT)
    texts = TEXT.split("\n")[2:4]
    spans = [Span("a", LOG, 1, 2, hash_source(texts)), Span("b", LOG, 3, 1, "x"), Span("c", LOG, 1, 99, "x")]
    assert read_spans(files, spans) == {"a": "\n".join(texts)}
