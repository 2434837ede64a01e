"""No source crowds out the others, and the same words from two places are one hit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.search.answer.passages.hit import Hit
from daykeep.search.answer.quotas import SHARES, join_same, share_out, weight_of
from daykeep.search.documents import LEVELS, SOURCES


def make(source: str, number: int = 0, text: str = "") -> Hit:
    path = f"{source}-{number}.md"
    return Hit(
        f"{source}:{path}:1",
        source,
        "daily",
        path,
        (1, 1),
        (),
        None,
        None,
        "",
        "",
        text or f"text {number}",
        0.5,
    )


def test_many_conversations_leave_the_workspace_its_places():
    hits = [make("conversations", number) for number in range(20)] + [
        make("workspace", 1),
        make("workspace", 2),
    ]
    chosen = share_out(hits, kind="history", limit=4)
    assert [hit.source for hit in chosen] == ["conversations", "conversations", "workspace", "workspace"]


def test_a_source_fills_what_the_others_leave():
    hits = [make("conversations", number) for number in range(20)]
    assert share_out(hits, kind="settings", limit=5) == hits[:5]


def test_the_order_by_score_is_kept():
    hits = [make("workspace", 1), make("conversations", 2), make("workspace", 3), make("knowledge", 4)]
    assert share_out(hits, kind="other", limit=4) == hits


@given(st.lists(st.sampled_from(SOURCES), max_size=40), st.sampled_from(sorted(SHARES)), st.integers(1, 12))
def test_as_many_places_are_filled_as_there_are_hits_and_every_source_that_has_one_gets_one(
    sources, kind, limit
):
    hits = [make(source, number) for number, source in enumerate(sources)]
    chosen = share_out(hits, kind=kind, limit=limit)
    assert len(chosen) == min(limit, len(hits))
    assert [hits.index(hit) for hit in chosen] == sorted(hits.index(hit) for hit in chosen)
    if limit >= 5:
        assert {hit.source for hit in chosen} == set(sources)


@pytest.mark.parametrize(
    ("kind", "first", "second"), [("settings", "core", "conversation"), ("history", "conversation", "core")]
)
def test_the_type_of_a_question_says_where_to_look_first(kind, first, second):
    assert weight_of(kind, first) > weight_of(kind, second)
    assert all(weight_of("no such type", level) == 1 for level in LEVELS)


def test_the_same_words_in_a_log_and_in_memory_are_one_hit_that_names_both_places():
    hits = [
        make("workspace", 1, "- Check `df` first."),
        make("workspace", 2, "* check `df` first."),
        make("knowledge", 3),
    ]
    joined = join_same(hits)
    assert [hit.place for hit in joined] == ["workspace-1.md:1", "knowledge-3.md:1"]
    assert joined[0].also == ("workspace-2.md:1",)


def test_a_place_is_named_once_however_often_it_says_the_same():
    hits = [make("workspace", text="one"), make("workspace", text="one"), make("knowledge", text="one")]
    (joined,) = join_same([*hits, hits[2]])
    assert joined.also == (hits[2].place,)
