"""The branch of a conversation that was gone on with."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.transcripts.entries.branches import Node, choose_branch
from daykeep.transcripts.entries.draft import StartOverError


def _nodes(*rows: str) -> list[Node]:
    """``id<parent`` each; ``!`` in front marks the start after a compaction, ``~`` an entry in which nobody speaks."""
    nodes = []
    for row in rows:
        ident, _, parent = row.lstrip("!~").partition("<")
        nodes.append(Node(ident, parent, "~" not in row, "!" in row))
    return nodes


def _chosen(nodes: Sequence[Node], **more: str) -> str:
    return "".join(nodes[index].id for index in choose_branch(nodes, **more))


@pytest.mark.parametrize(
    ("rows", "chosen"),
    [
        ("a b<a c<b", "abc"),
        ("a b<a c<a", "ac"),
        ("a b<a c<b d<a e<d", "ade"),
        ("a b<a ~c<a", "ab"),
        ("a b<a !~c d<c", "abcd"),
        ("a b<a c<a !~d e<d", "acde"),
        ("a b<missing c<b", "abc"),
        ("a b c<b", "bc"),
        ("a<b b<a c<b", "abc"),
        ("a<a b<a", "ab"),
        ("~a ~b<a", ""),
        ("", ""),
    ],
)
def test_conversation_is_what_the_last_word_hangs_on(rows: str, chosen: str) -> None:
    assert _chosen(_nodes(*rows.split())) == chosen


def test_entry_named_before_a_compaction_counts_though_a_later_one_stands_between() -> None:
    nodes = [*_nodes("a", "b<a", "c<a"), Node("d", "", False, True, "b"), *_nodes("e<d")]
    assert _chosen(nodes) == "abde"


@pytest.mark.parametrize(
    ("rows", "chosen"), [("c<b d<c", "cd"), ("c<b ~x<a d<c", "cd"), ("c<b !~d e<d", "cde")]
)
def test_added_entries_that_hang_on_the_old_end_are_chosen(rows: str, chosen: str) -> None:
    assert _chosen(_nodes(*rows.split()), link="b") == chosen


@pytest.mark.parametrize("rows", ["c<a", "c<b d<a", "c", "c<b d", "!~c d<c"])
def test_added_entries_that_hang_elsewhere_start_over(rows: str) -> None:
    with pytest.raises(StartOverError):
        _chosen(_nodes(*rows.split()), link="b")


@given(st.lists(st.tuples(st.integers(0, 12), st.booleans(), st.booleans()), max_size=12))
def test_any_tangle_gives_every_entry_at_most_once_and_in_order(rows: list[tuple[int, bool, bool]]) -> None:
    nodes = [
        Node(str(index), str(parent) if parent else "", speaks, breaks)
        for index, (parent, speaks, breaks) in enumerate(rows, 1)
    ]
    chosen = choose_branch(nodes)
    assert chosen == sorted(set(chosen))
    speaking = [index for index, node in enumerate(nodes) if node.speaks]
    assert not speaking or speaking[-1] in chosen


def test_hundred_thousand_lost_entries_are_all_chosen() -> None:
    nodes = [Node(f"n{index}", "gone", True) for index in range(100_000)]
    assert len(choose_branch(nodes)) == 100_000
