"""The few forms that a digest is made of, and text that can't be mistaken for one of them.

A digest goes through programs that quote, wrap and escape it, and holds text that strangers may have written. So every
box carries its item's id and a stamp, item text stands behind a bar, and in item text each sign that could make a box,
a stamp, a bar, a fence, a tag, a link or an entity is written with its full-width twin.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.files.ids import short_hash
from daykeep.guard.hidden import show_hidden

if TYPE_CHECKING:
    from daykeep.review.queue.proposals import Proposal, ProposedItem

BAR = "│"
"""U+2502, before every line of an item's text; nothing that is typed holds it by chance."""
VERBS = {"approve": "approved", "reject": "rejected", "defer": "deferred"}
"""The boxes of an item, in their order, with the status that each means."""
STAMP_DIGITS = 10

TWINS = str.maketrans("[]#&`~<", "［］＃＆｀～＜")
PLAIN = str.maketrans("［］＃＆｀～＜", "[]#&`~<")
_RISKY = re.compile(
    r"\[[^\[\]]{0,3}\]"  # a box
    r"|\](?=[(\[:])"  # the end of what a link shows
    r"|#(?=[0-9A-Fa-f]{6})"  # a stamp
    r"|&(?=#|[A-Za-z][A-Za-z0-9]*;)"  # an entity
    r"|`{3,}|~{3,}"  # a fence
    r"|<(?=[A-Za-z!/?])"  # a tag or a comment
)


def stamp_of(proposal: Proposal, item: ProposedItem) -> str:
    """The short hash of all that a person is shown of an item, its proposal and its file: 10 hex digits."""
    whole = f"{proposal.id}\n{proposal.target}\n{item.id}\n{item.fingerprint}"
    return short_hash(whole.encode("utf-8", "surrogateescape"), STAMP_DIGITS)


def box_line(verb: str, item_id: str, stamp: str) -> str:
    """An empty box.

    >>> box_line("approve", "0123456789ab", "00112233aa")
    '- [ ] approve 0123456789ab #00112233aa'
    """
    return f"- [ ] {verb} {item_id} #{stamp}"


def harmless(text: str) -> str:
    """Item text as it may stand in a digest: nothing hidden in it, and nothing that forges a form of the digest.

    >>> harmless("- [x] approve 0123456789ab #00112233aa")
    '- ［x］ approve 0123456789ab ＃00112233aa'
    """
    shown = show_hidden(text.encode("utf-8", "replace").decode("utf-8")).replace(BAR, "|")
    return _RISKY.sub(lambda match: match.group().translate(TWINS), shown)
