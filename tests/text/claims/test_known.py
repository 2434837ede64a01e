"""Finding one of many known claims."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.text.claims import KnownClaims

FILLER = [(f"f{number}", f"The {word} report number {number} was filed under {word}-{number}.txt") for number, word in
          enumerate(["sales", "travel", "garden", "kitchen", "library", "museum"] * 30)]  # fmt: skip


def test_find_reworded_claim_gives_the_key_of_the_known_one():
    known = KnownClaims([*FILLER, ("wanted", "Restart the gateway after editing the config")])
    match = known.find("After a config change, reboot the gateway")
    assert match is not None
    assert match.key == "wanted"
    assert match.comparison.relation == "same"


def test_find_changed_value_gives_the_contradicted_claim():
    known = KnownClaims([*FILLER, ("ttl", "缓存 10 分钟后过期")])
    match = known.find("缓存 30 分钟后过期")
    assert match is not None
    assert (match.key, match.comparison.relation) == ("ttl", "contradicts")


def test_find_prefers_the_claim_that_says_the_same_to_one_that_it_contradicts():
    known = KnownClaims(
        [("old", "The cache expires after 10 minutes"), ("now", "Cache expiry is 30 minutes")]
    )
    match = known.find("The cache expires after 30 minutes")
    assert match is not None
    assert match.key == "now"


def test_find_unknown_claim_or_empty_text_gives_none():
    known = KnownClaims(FILLER)
    assert known.find("The oven needs a new seal") is None
    assert known.find("") is None
    assert KnownClaims().find("anything at all") is None


def test_find_item_of_several_lines_by_the_line_that_holds_it_and_back():
    item = "**Problem**: the export was empty\n**Fix**: pass --all to the export script"
    line = "Empty export: pass --all to the export script"
    for first, second in ((item, line), (line, item)):
        match = KnownClaims([*FILLER, ("export", first)]).find(second)
        assert match is not None
        assert match.key == "export"


def test_add_later_is_found_and_counted():
    known = KnownClaims()
    known.add("a", "Backups run at night")
    known.add("b", "🎉🎉")
    assert len(known) == 2
    match = known.find("🎉🎉")
    assert match is not None
    assert match.key == "b"


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=8))
def test_find_known_text_is_found_whatever_it_is(texts):
    known = KnownClaims((str(number), text) for number, text in enumerate(texts))
    for text in texts:
        match = known.find(text)
        assert match is not None
        assert match.comparison.relation in {"same", "refines"}
