"""Why a build misses the cache of the one before: the first part that differs, and what that costs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from daykeep.context.cache.compare import compare, describe
from daykeep.context.cache.record import Build, Part


def build(*parts, model="claude-sonnet-4-5", points=()):
    return Build("2026-04-06T09:00:00+02:00", "anthropic", model, "k", tuple(parts), tuple(points))


STATIC, GIT, PACKET = Part("static:base", "a1", 2000), Part("git", "b1", 100), Part("packet", "c1", 900)
SAID = Part("messages[0].content[1]", "d1", 50)


def test_same_build_loses_nothing():
    old = build(STATIC, GIT, PACKET, points=[3000])
    found = compare(old, old)
    assert (found.is_same, found.same_tokens, found.lost_tokens) == (True, 3000, 0)
    assert describe(found, old) == [
        "unchanged since last build (2026-04-06T09:00:00+02:00): all 3,000 tokens of it stay cached"
    ]


def test_without_a_breakpoint_nothing_is_said_to_be_cached():
    old = build(STATIC, GIT, PACKET)
    assert describe(compare(old, old), old)[0].endswith(
        "all 3,000 tokens of it, but no breakpoint caches them"
    )
    changed = compare(old, build(STATIC, GIT._replace(hash="b2"), PACKET))
    assert describe(changed, old)[1].endswith("(1,000 tokens); no breakpoint covers what stayed")


def test_what_caches_by_itself_needs_no_breakpoint():
    old = build(STATIC, GIT, PACKET)._replace(to="openai")
    assert describe(compare(old, old), old)[0].endswith("all 3,000 tokens of it stay cached")
    changed = compare(old, build(STATIC, GIT._replace(hash="b2"), PACKET)._replace(to="openai"))
    assert describe(changed, old)[1].endswith("(1,000 tokens); the first 2,000 stay")


def test_conversation_that_went_on_loses_nothing():
    assert compare(build(STATIC, GIT), build(STATIC, GIT, SAID)).is_same


def test_changed_section_is_named_with_the_token_from_which_the_cache_is_lost():
    old = build(STATIC, GIT, PACKET, points=[2000, 2100, 3000])
    found = compare(old, build(STATIC, GIT._replace(hash="b2"), PACKET))
    assert (found.first, found.changed) == ("git", ("git",))
    assert (found.same_tokens, found.cached_tokens, found.lost_tokens) == (2000, 2000, 1000)
    assert describe(found, old) == [
        "changed since last build (2026-04-06T09:00:00+02:00): git",
        "from token 2,000 on the cache is lost (1,000 tokens); a breakpoint still covers the first 2,000",
    ]


def test_section_that_came_in_between_is_named():
    found = compare(build(STATIC, PACKET), build(STATIC, GIT, PACKET))
    assert (found.first, found.added, found.changed) == ("git", ("git",), ())


def test_section_that_is_gone_is_named():
    found = compare(build(STATIC, GIT, PACKET), build(STATIC, PACKET))
    assert (found.first, found.removed) == ("git", ("git",))


def test_sections_in_another_order_lose_the_cache():
    found = compare(build(STATIC, GIT, PACKET), build(STATIC, PACKET, GIT))
    assert (found.is_same, found.first, found.same_tokens) == (False, "git", 2000)


def test_every_further_change_is_told():
    old = build(STATIC, GIT, PACKET)
    found = compare(old, build(STATIC._replace(hash="x"), GIT._replace(hash="y"), PACKET))
    assert describe(found, old)[2:] == ["also changed: git"]


def test_other_model_shares_no_cache():
    old = build(STATIC)
    found = compare(old, build(STATIC, model="claude-opus-5"))
    assert (found.is_same, found.same_tokens, found.lost_tokens) == (False, 0, 2000)
    assert describe(found, old) == [
        (
            "changed since last build (2026-04-06T09:00:00+02:00): the model. "
            "It was claude-sonnet-4-5, whose cache no other model reads"
        )
    ]


def test_long_list_of_changes_is_counted():
    old = build(*(Part(f"p{number}", "a", 1) for number in range(9)))
    new = build(*(Part(f"p{number}", "b", 1) for number in range(9)))
    assert describe(compare(old, new), old)[2] == "also changed: p1, p2, p3, p4, p5 and 3 more"


PARTS = st.lists(
    st.builds(Part, st.sampled_from("abcdef"), st.sampled_from(["1", "2"]), st.integers(0, 9)),
    max_size=6,
    unique_by=lambda part: part.key,
)


@given(PARTS, PARTS)
def test_what_is_the_same_is_the_common_beginning(one, other):
    found = compare(build(*one), build(*other))
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    assert found.same_tokens == sum(part.tokens for part in one[:same])
    assert found.same_tokens + found.lost_tokens == sum(part.tokens for part in one)
    assert found.is_same == (same == len(one))
