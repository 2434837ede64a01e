"""What every store of chunks promises, for each of them."""

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daykeep.errors import IndexUnreadableError
from daykeep.search.documents import Before, Filter, Skipped, Stamp
from daykeep.search.store import memory_store
from daykeep.search.terms import query_terms
from tests.search.store.documents import found, made, put


def test_chunk_is_found_by_its_terms_and_says_where_it_stands(store):
    put(store, made("workspace:a.md", "- the kettle boils", heading=("Kitchen",), day=date(2026, 3, 4)))
    (match,) = store.candidates(query_terms("kettles"))
    candidate = store.around([match.id], 0)[match.id]
    assert (candidate.terms, candidate.head, candidate.day) == ("the kettl boil", "kitchen", date(2026, 3, 4))
    chunk = store.chunks([candidate.id])[candidate.id]
    assert (chunk.text, chunk.first_line, chunk.heading) == ("- the kettle boils", 1, ("Kitchen",))
    document = store.documents([candidate.document])[candidate.document]
    assert (document.key, document.source, document.day) == ("workspace:a.md", "workspace", date(2026, 3, 4))


def test_chunk_is_found_by_the_words_of_its_headings(store):
    put(store, made("workspace:a.md", "moved it", heading=("Database", "Backups")))
    assert found(store, *query_terms("database backups")) == [("a.md", 0)]


def test_without_terms_the_chunks_of_the_days_come_in_their_order(store):
    put(
        store,
        made("workspace:b.md", "later", "later still", day=date(2026, 3, 5)),
        made("workspace:a.md", "first", day=date(2026, 3, 4)),
        made("workspace:c.md", "too late", day=date(2026, 3, 6)),
        made("knowledge:d.md", "elsewhere", day=date(2026, 3, 4)),
    )
    days = Filter(since=date(2026, 3, 4), until=date(2026, 3, 5))
    of_workspace = days._replace(sources=frozenset({"workspace"}))
    assert found(store, where=of_workspace) == [("a.md", 0), ("b.md", 0), ("b.md", 1)]
    assert found(store, where=of_workspace, limit=2) == [("a.md", 0), ("b.md", 0)]
    assert ("d.md", 0) in found(store, where=days)
    assert found(store, where=days._replace(levels=frozenset({"note"}))) == []


def test_rarer_terms_count_more(store):
    put(store, made("workspace:a.md", "tea", "tea", "tea", "tea kettle", "kettle rice", "rice"))
    assert found(store, "tea", "rice", limit=3)[0][1] in {4, 5}
    assert found(store, "tea", "kettl")[0] == ("a.md", 3)


def test_nothing_is_found_by_terms_that_nowhere_are(store):
    put(store, made("workspace:a.md", "tea"))
    assert store.candidates(["coffee"]) == []
    assert store.candidates([]) == []


def test_equal_scores_go_by_key_and_place_whatever_came_first(store):
    put(store, made("workspace:b.md", "tea", "tea"))
    put(store, made("workspace:a.md", "tea"))
    assert found(store, "tea") == [("a.md", 0), ("b.md", 0), ("b.md", 1)]
    assert found(store, "tea", limit=2) == [("a.md", 0), ("b.md", 0)]


@pytest.mark.parametrize(
    "text",
    ["c++ and c#", "the path src/app.py:12", "version v1.2.3", "id 0a1b-2c3d", "user@host.example", "2026-03-04", "O'Neill's",
     'say "no"', "a*b (c) [d] {e}", "Ελληνικά γλώσσα", "кошка спит", "猫咪在睡觉", "ねこが寝る", "고양이 잔다", "แมวนอน"],
)  # fmt: skip
def test_terms_of_every_kind_find_their_chunk(store, text):
    put(store, made("workspace:a.md", text, "another thing"))
    asked = query_terms(text)
    assert asked
    for term in asked:
        assert found(store, term) == [("a.md", 0)], term


def test_one_character_finds_every_term_that_begins_with_it(store):
    put(store, made("workspace:a.md", "家里有猫咪", "狗在睡觉"))
    assert found(store, "猫") == [("a.md", 0)]


def test_document_put_again_takes_the_place_of_the_old(store):
    put(store, made("workspace:a.md", "tea", "kettle", "rice"))
    put(store, made("workspace:a.md", "tea"))
    assert found(store, "kettl") == []
    assert found(store, "tea") == [("a.md", 0)]
    assert store.count() == (1, 1)


def test_grown_document_keeps_its_first_chunks(store):
    put(store, made("conversations:x", "hello tea", "hi", state="at 10"))
    assert store.before("conversations:x") == Before(2, "sha of ('hello tea', 'hi')", "at 10")
    put(store, made("conversations:x", "more tea", kept=2, sha256="new", state="at 20"))
    assert found(store, "tea") == [("x", 0), ("x", 2)]
    assert store.before("conversations:x") == Before(3, "new", "at 20")
    assert store.count() == (1, 3)


def test_removed_document_is_found_no_more(store):
    put(store, made("workspace:a.md", "tea"), made("workspace:b.md", "tea"))
    with store.writing():
        store.remove(["workspace:a.md", "workspace:never.md"])
    assert found(store, "tea") == [("b.md", 0)]
    assert store.before("workspace:a.md") is None


def test_stamps_are_those_of_one_source(store):
    put(store, made("workspace:a.md", "tea", version=(5, 6, 7)), racy=True)
    put(store, made("knowledge:n/b.md", "tea"))
    assert store.stamps("workspace") == {"workspace:a.md": Stamp((5, 6, 7), racy=True)}


def test_another_version_of_the_same_content_changes_the_stamp_alone(store):
    put(store, made("workspace:a.md", "tea"), racy=True)
    with store.writing():
        store.note_version("workspace:a.md", (9, 9, 9))
    assert store.stamps("workspace") == {"workspace:a.md": Stamp((9, 9, 9), racy=False)}
    assert found(store, "tea") == [("a.md", 0)]


def test_change_that_fails_leaves_nothing(store):
    unstorable = made("workspace:b.md", "tea")._replace(rows=[(0, None, "", 1, 1, "", None, None, "tea")])
    with pytest.raises(IndexUnreadableError):
        put(store, made("workspace:a.md", "tea"), unstorable)
    assert store.count() == (0, 0)
    assert found(store, "tea") == []


def test_statistics_count_chunks_terms_and_frequencies(store):
    put(
        store, made("workspace:a.md", "tea tea rice", "tea"), made("workspace:b.md", "rice", heading=("tea",))
    )
    statistics = store.statistics(["tea", "rice", "salt"])
    assert statistics.chunks == 3
    assert statistics.terms == 5
    assert statistics.frequencies == {"tea": 3, "rice": 2, "salt": 0}
    with store.writing():
        store.remove(["workspace:a.md"])
    assert store.statistics(["tea"]) == (1, 1, {"tea": 1})


def test_neighbours_are_those_of_the_same_document(store):
    put(store, made("workspace:a.md", "a0", "a1"), made("workspace:b.md", "b0", "b1", "b2", "b3"))
    (chunk,) = (one.id for one in store.candidates(["b1"]))
    around = store.around([chunk], 2)
    assert [around[place].terms for place in sorted(around)] == ["b0", "b1", "b2", "b3"]
    (first,) = (one.id for one in store.candidates(["a0"]))
    assert [one.terms for one in store.around([first], 1).values()] == ["a0", "a1"]


def test_chunk_is_found_by_its_line(store):
    put(store, made("workspace:a.md", "one", "two", "three"))
    chunk = store.find("workspace:a.md", 2)
    assert store.chunks([chunk])[chunk].text == "two"
    assert store.texts([chunk, chunk + 100]) == {chunk: "two"}
    assert store.chunks([store.find("workspace:a.md", 99)]).popitem()[1].text == "three"
    assert store.find("workspace:a.md", 0) is None
    assert store.find("workspace:b.md", 1) is None


def test_document_that_cannot_be_read_is_named_and_has_no_chunks(store):
    put(store, made("workspace:a.md", "tea"))
    with store.writing():
        store.note_unread("workspace:a.md", (1, 1, 1), Skipped("a.md", "not a text", lasting=True))
        store.note_unread("workspace:b.md", (1, 1, 1), Skipped("b.md", "can't be read"))
    assert store.unread() == [Skipped("a.md", "not a text", lasting=True), Skipped("b.md", "can't be read")]
    assert store.count() == (0, 0)
    assert store.stamps("workspace")["workspace:a.md"].racy is False
    assert store.stamps("workspace")["workspace:b.md"].racy is True
    assert found(store, "tea") == []


class TestFilter:
    @pytest.fixture(autouse=True)
    def documents(self, store):
        put(
            store,
            made("workspace:log.md", "tea", day=date(2026, 3, 4)),
            made("workspace:MEMORY.md", "tea", level="memory"),
            made("workspace:note.md", "tea", level="note", kind="Project", tags=("db", "Kitchen")),
            made("knowledge:n/x.md", "tea", level="knowledge"),
            made("conversations:c", "tea", level="conversation", day=date(2026, 3, 9)),
        )

    @pytest.mark.parametrize(
        ("where", "expected"),
        [
            (Filter(sources=frozenset({"knowledge", "conversations"})), {"c", "n/x.md"}),
            (Filter(levels=frozenset({"memory", "note"})), {"MEMORY.md", "note.md"}),
            (Filter(since=date(2026, 3, 5)), {"c"}),
            (Filter(until=date(2026, 3, 4)), {"log.md"}),
            (Filter(since=date(2026, 3, 4), until=date(2026, 3, 9)), {"log.md", "c"}),
            (Filter(kind="project"), {"note.md"}),
            (Filter(tag="kitchen"), {"note.md"}),
            (Filter(tag="kit"), set()),
            (Filter(sources=frozenset({"knowledge"}), levels=frozenset({"daily"})), set()),
        ],
    )
    def test_only_what_it_allows_is_found(self, store, where, expected):
        assert {path for path, _ in found(store, "tea", where=where)} == expected

    def test_term_that_is_common_elsewhere_still_finds_what_is_allowed(self, store):
        put(store, *(made(f"workspace:{n}.md", *["project status"] * 40) for n in range(100)))
        put(store, made("workspace:TOOLS.md", "project status of the press", level="core"))
        where = Filter(levels=frozenset({"core"}))
        assert found(store, "project", "status", where=where) == [("TOOLS.md", 0)]

    def test_many_scattered_documents_are_sifted(self, store):
        numbers = range(200)
        put(store, *(made(f"workspace:{n}.md", "rice", level="note" if n % 2 else "daily") for n in numbers))
        names = {
            path for path, _ in found(store, "rice", where=Filter(levels=frozenset({"note"})), limit=500)
        }
        assert names == {f"{n}.md" for n in numbers if n % 2}


def test_commoner_terms_tell_apart_what_the_rare_ones_found(store):
    common = [made(f"workspace:{n:04}.md", *["project"] * 10) for n in range(400)]
    put(store, *common, made("workspace:z.md", "kettle", "kettle project"))
    assert found(store, "kettl", "project")[:2] == [("z.md", 1), ("z.md", 0)]


def test_note_of_a_listing_lasts_until_the_next_change(store):
    store.note_listed({"workspace": b"m1"}, writes=store.writes())
    assert store.listed("workspace") == b"m1"
    seen = store.writes()
    put(store, made("workspace:a.md", "tea"))
    assert store.listed("workspace") == b""
    store.note_listed({"workspace": b"m1"}, writes=seen)
    assert store.listed("workspace") == b""


def test_speakers_are_named_once_each(store):
    assert store.speakers() == []
    put(store, made("conversations:a", "x", "y", speaker="Bo"), made("conversations:b", "z", speaker="Ada"))
    put(store, made("workspace:a.md", "tea"))
    assert store.speakers() == ["Ada", "Bo"]
    with store.writing():
        store.remove(["conversations:b"])
    assert store.speakers() == ["Bo"]


def test_text_with_half_a_character_is_stored(store):
    put(store, made("workspace:a.md", "tea \ud83d rest", heading=("x\udc00",)))
    (candidate,) = store.candidates(["rest"])
    assert store.chunks([candidate.id])[candidate.id].text == "tea ? rest"


def test_sound_store_has_nothing_wrong_with_it(store):
    put(store, made("workspace:a.md", "tea"))
    assert store.check() == ""
    assert store.overlooked(["tea", "nowhere"]) == []


words = st.sampled_from(["tea", "rice", "salt", "猫咪", "a-b"])
changes = st.lists(
    st.tuples(st.sampled_from("abc"), st.lists(st.lists(words, min_size=1, max_size=3), max_size=3)),
    max_size=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(changes, st.booleans())
def test_store_that_was_changed_answers_as_one_made_anew(steps, full_text):
    changed, last = memory_store(full_text=full_text), {}
    for name, texts in steps:
        key = f"workspace:{name}"
        if texts:
            last[key] = made(key, *(" ".join(text) for text in texts))
            put(changed, last[key])
        else:
            last.pop(key, None)
            with changed.writing():
                changed.remove([key])
    anew = memory_store()
    put(anew, *(last[key] for key in sorted(last)))
    for asked in (["tea"], ["rice", "salt"], ["猫咪", "a-b"], ["tea", "rice", "猫咪"]):
        assert found(changed, *asked) == found(anew, *asked)
        assert changed.statistics(asked) == anew.statistics(asked)
