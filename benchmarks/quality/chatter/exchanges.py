"""Short exchanges with an agent, written for this: coding and errands, in English and Chinese, with what was said before."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.quality.chatter.judge import decide
from benchmarks.quality.chatter.sgd import CHATTER, DECISION, OTHER
from daykeep.triage.model import DROP

if TYPE_CHECKING:
    from daykeep.triage.protocols import Decider

_FILE = Path(__file__).with_name("exchanges.tsv")
_KINDS = {"chatter": CHATTER, "decision": DECISION, "other": OTHER}


class Short(NamedTuple):
    """One exchange: its group, what it is, what the assistant had said, what the person says, and its line."""

    group: str
    kind: str
    before: str
    said: str
    line: int


class GroupScore(NamedTuple):
    """Counts of one group: chatter, chatter dropped, decisions and other turns, how many of these were dropped."""

    chatter: int
    dropped: int
    others: int
    killed: int


def read_exchanges() -> list[Short]:
    """All exchanges of the file, in order."""
    found: list[Short] = []
    for number, line in enumerate(_FILE.read_text(encoding="utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            group, kind, before, said = line.split("\t")
            found.append(Short(group, _KINDS[kind], before, said, number))
    return found


def pairs_of(one: Short) -> list[tuple[str, str]]:
    """The conversation of an exchange: a request stands before it, and a short answer behind it."""
    english = one.group.endswith("en")
    if not one.before:
        return [(one.said, "Hello!" if english else "你好！")]
    request = "Please see to it." if english else "请处理一下。"
    return [(request, one.before), (one.said, "You're welcome." if english else "好的。")]


def is_dropped(one: Short, *, decider: Decider | None = None) -> bool:
    """Whether the product drops an exchange."""
    return decide(pairs_of(one), decider=decider)[-1].final == DROP


def score_groups(exchanges: list[Short], *, decider: Decider | None = None) -> dict[str, GroupScore]:
    """The counts of each group, in the order of the file."""
    found: dict[str, GroupScore] = {}
    for one in exchanges:
        gone = is_dropped(one, decider=decider)
        is_chatter = one.kind == CHATTER
        held = found.get(one.group, GroupScore(0, 0, 0, 0))
        found[one.group] = GroupScore(
            held.chatter + is_chatter,
            held.dropped + (is_chatter and gone),
            held.others + (not is_chatter),
            held.killed + (not is_chatter and gone),
        )
    return found
