"""The conversation in a file whose entries hang on each other: of several branches the one that was gone on with. Pure.

An entry names its parent. A person who goes back and asks differently leaves a branch behind, which is not part of
the conversation; a compaction begins a new tree, and what was said before it is. So is what stands before an entry
whose parent is missing: a line between was damaged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.transcripts.entries.draft import StartOverError

if TYPE_CHECKING:
    from collections.abc import Sequence


class Node(NamedTuple):
    """An entry: its id, its parent's ("" for none), whether somebody says something in it.

    ``breaks`` marks the start of a new tree after a compaction; ``before`` is the id of the last entry before it, if
    the file says.
    """

    id: str
    parent: str
    speaks: bool
    breaks: bool = False
    before: str = ""


def choose_branch(nodes: Sequence[Node], *, link: str = "") -> list[int]:
    """The indexes of the entries that make up the conversation, in the order of the file; linear in their number.

    Ids are unique. With ``link`` the entries are those that were added behind the entry of that id: StartOverError if
    they hang anywhere else, because then what stands before is no longer the conversation, or not all of it.
    """
    return _Choice(nodes, link).choose()


def choose_chain(nodes: Sequence[Node]) -> list[int]:
    """The indexes of the entries that a model is given, each behind the one it hangs on: back to the last compaction.

    As ``choose_branch``, but what stands before a compaction isn't part of it, and the order is that of the parents:
    a compaction may keep entries that stand before it in the file. A cycle ends where it closes.
    """
    choice = _Choice(nodes, "", whole=False)
    choice.choose()
    return choice.path[::-1]


class _Choice:
    def __init__(self, nodes: Sequence[Node], link: str, *, whole: bool = True) -> None:
        self.nodes = nodes
        self.link = link
        self.whole = whole
        self.path: list[int] = []
        """What was taken, from the last entry to the first."""
        self.index = {node.id: index for index, node in enumerate(nodes)}
        self.taken = bytearray(len(nodes))

    def choose(self) -> list[int]:
        limit = len(self.nodes)
        leaf = self._last_before(limit)
        while leaf is not None:
            root = self._take(leaf)
            node = self.nodes[root]
            if self.link and self.link in (node.parent, node.before if node.breaks else ""):
                return self._taken()
            if node.breaks and not self.whole:
                break
            if not node.breaks and (self.link or not node.parent or node.parent in self.index):
                break  # with a link, a parent that is not here stands before it: a branch of what was read
            limit = min(leaf, root)  # what stands before the tree, and always less than last time
            named = self.index.get(node.before, limit) if node.breaks else limit
            leaf = named if named < limit and not self.taken[named] else self._last_before(limit)
        if self.link and self.nodes:
            raise StartOverError
        return self._taken()

    def _taken(self) -> list[int]:
        return [index for index, taken in enumerate(self.taken) if taken]

    def _last_before(self, limit: int) -> int | None:
        """The last entry before ``limit`` in which somebody speaks and that is not taken yet."""
        for index in range(limit - 1, -1, -1):
            if self.nodes[index].speaks and not self.taken[index]:
                return index
        return None

    def _take(self, leaf: int) -> int:
        """Take an entry and all it hangs on; the index of the last of these."""
        here = leaf
        while True:
            self.taken[here] = 1
            self.path.append(here)
            parent = self.index.get(self.nodes[here].parent)
            if parent is None or self.taken[parent]:
                return here
            here = parent
