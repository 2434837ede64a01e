"""A packet: parts cut to a budget, what is missing and why, and a footer with day, size and hash.

The same files on the same day give the same bytes. What changes least stands first, so that a model's prompt cache
keeps as much of it as possible; nothing in a packet tells the time of day.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.context.budget import TOKENS, Budget, share_out
from daykeep.context.part import Part, Shown, show_part
from daykeep.context.safe import NOTES, enclose, safe_line
from daykeep.context.start import TODOS_WEIGHT, Gathered, Skipped
from daykeep.text.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.context.framing import Words

USEFUL = {"tokens": 150, "chars": 600}
"""A share below this is no use to one of several logs of a day: fewer of them are shown, with more of each."""

MISSING_SHARE = 6
"""At most a sixth of the budget lists what is not in the packet; as much what is due, and what needs attention."""

MOST_ROUNDS = 6
GOOD_ENOUGH = 50
"""A packet that leaves less than a fiftieth of its budget is full."""


class Setting(NamedTuple):
    """What a packet says of itself: session, day and zone in words, and how an earlier day was read (or ``""``)."""

    session: str
    day: str
    zone: str
    as_of: str = ""


class Lists(NamedTuple):
    """What is due and what needs attention, handed in by the caller as one line each."""

    due: Sequence[str] = ()
    alerts: Sequence[str] = ()


class Packet(NamedTuple):
    """A finished packet: its text, and the same as values. ``used`` is in the budget's unit, for the whole text."""

    text: str
    sha256: str
    tokens: int
    used: int
    budget: Budget
    shown: tuple[Shown, ...]
    todos: tuple[str, ...]
    todos_found: int
    skipped: tuple[Skipped, ...]
    setting: Setting
    lists: Lists

    @property
    def is_cut(self) -> bool:
        """Whether anything was left out for want of room."""
        return any(shown.cut for shown in self.shown) or len(self.todos) < self.todos_found

    def as_json(self) -> dict[str, Any]:
        """The packet as JSON values: a list of parts with their lines, and what was skipped."""
        return {
            "session": self.setting.session,
            "day": self.setting.day,
            "zone": self.setting.zone,
            "as_of": self.setting.as_of or None,
            "budget": {"amount": self.budget.amount, "unit": self.budget.unit, "used": self.used},
            "tokens": self.tokens,
            "sha256": self.sha256,
            "parts": [_part_json(shown) for shown in self.shown],
            "todos": list(self.todos),
            "due": list(self.lists.due),
            "alerts": list(self.lists.alerts),
            "skipped": [skipped._asdict() for skipped in self.skipped],
        }


def build_packet(found: Gathered, setting: Setting, budget: Budget, words: Words, lists: Lists) -> Packet:
    """Cut what was gathered to the budget and put it together; the whole text never exceeds the budget."""
    building = _Building(found, setting, budget, words, lists)
    best = building.build(0)
    low, high = 0, budget.amount + 1
    room = budget.amount - best.used
    for _ in range(MOST_ROUNDS):
        packet = building.build(room)
        left = budget.amount - packet.used
        if left < 0:
            high = room
        else:
            gained = packet.used - best.used
            best, low = packet, room
            if not gained or left * GOOD_ENOUGH < budget.amount or not packet.is_cut:
                break
        room = room + left if room + left < high else (low + high) // 2
        if room <= low:
            break
    return best


class _Building:
    """One packet in the making: what lines cost is measured once, then tried with less and less room."""

    def __init__(self, found: Gathered, setting: Setting, budget: Budget, words: Words, lists: Lists) -> None:
        self.found = found
        self.setting = setting
        self.budget = budget
        self.words = words
        self.lists = lists
        self.costs = [
            self._with_heading(part, part.costs(budget, budget.amount)) for part, _, _ in found.parts
        ]
        self.todos = [self._todo_line(index) for index in range(len(found.todos))]
        self.todo_costs = [1000 * budget.cost(line + "\n") for line in self.todos]
        if self.todos:
            self.todo_costs[0] += 1000 * budget.cost(f"## {words('todos')}\n\n{enclose('', NOTES)}\n\n")

    def _with_heading(self, part: Part, costs: list[int]) -> list[int]:
        """The costs of a part's lines, the first one with what stands around them."""
        if costs:
            size = self.words("part", first=part.log.total, last=part.log.total, total=part.log.total)
            around = enclose("", NOTES) if part.kind == NOTES else ""
            costs[0] += 1000 * self.budget.cost(f"## {part.name} · {part.title} · {size}\n\n{around}\n\n")
        return costs

    def build(self, room: int) -> Packet:
        """The packet whose parts take about ``room`` of the budget; with no room it is the frame alone."""
        shares, todo_share = self._shares(1000 * max(0, room))
        parts = zip(self.found.parts, self.costs, shares, strict=True)
        shown = [show_part(part, costs, share) for (part, _, _), costs, share in parts]
        count = _count_within(self.todo_costs, todo_share)
        blocks = [self.words("title", session=self.setting.session), self._intro()]
        blocks.extend(self._part_block(each) for each in shown if each.text)
        blocks.extend(self._list_blocks(self.todos[:count]))
        missing = [*self._missing(shown), *self._hidden_todos(count)]
        blocks.extend(self._missing_block(missing))
        body = "\n\n".join(blocks) + "\n"
        digest = sha256(body.encode("utf-8", "surrogatepass")).hexdigest()
        text, used = self._with_footer(body, digest)
        return Packet(
            text=text,
            sha256=digest,
            tokens=used if self.budget.unit == TOKENS else count_tokens(text),
            used=used,
            budget=self.budget,
            shown=tuple(shown),
            todos=tuple(self.todos[:count]),
            todos_found=len(self.todos),
            skipped=tuple(missing),
            setting=self.setting,
            lists=self.lists,
        )

    def _with_footer(self, body: str, digest: str) -> tuple[str, int]:
        """The whole text, whose footer tells its own size: the size with the widest number it can have."""
        used = self.budget.cost(body + self._footer(self.budget.amount, digest))
        return body + self._footer(used, digest), used

    def _footer(self, used: int, digest: str) -> str:
        as_of = self.setting.as_of
        footer = self.words(
            "footer",
            day=self.setting.day,
            zone=self.setting.zone,
            used=used,
            amount=self.budget.amount,
            unit=self.words(self.budget.unit),
            hash=digest,
        )
        return f"\n---\n{as_of}{' · ' if as_of else ''}{footer}\n"

    def _shares(self, room: int) -> tuple[list[int], int]:
        """What each part and the todos get of the room, all in thousandths; a group's parts share what it gets."""
        groups = list(dict.fromkeys(group for _, group, _ in self.found.parts))
        weights = {group: weight for _, group, weight in self.found.parts}
        members = {
            group: [i for i, (_, g, _) in enumerate(self.found.parts) if g == group] for group in groups
        }
        needs = [(weights[group], sum(sum(self.costs[i]) for i in members[group])) for group in groups]
        given = share_out(room, [*needs, (TODOS_WEIGHT, sum(self.todo_costs))])
        shares = [0] * len(self.found.parts)
        for group, amount in zip(groups, given, strict=False):
            for index, share in zip(members[group], self._within(members[group], amount), strict=True):
                shares[index] = share
        return shares, given[-1]

    def _within(self, members: Sequence[int], amount: int) -> list[int]:
        """The shares of a day's logs: the plain log first, then the newest, each with a useful share."""
        needs = {index: sum(self.costs[index]) for index in members}
        chosen = set(members)
        if sum(needs.values()) > amount:
            fitting = max(1, amount // (1000 * USEFUL[self.budget.unit]))
            chosen = {members[0], *members[max(1, len(members) - fitting + 1) :]}
        first = members[0]
        return share_out(amount, [(3 if i == first else 1, needs[i] if i in chosen else 0) for i in members])

    def _intro(self) -> str:
        return self.words("intro_heartbeat" if self.setting.session == "heartbeat" else "intro")

    def _part_block(self, shown: Shown) -> str:
        heading = f"## {safe_line(shown.name, NOTES)}"
        if shown.title:
            heading += f" · {shown.title}"
        if shown.cut:
            heading += " · " + self.words("part", first=shown.first, last=shown.last, total=shown.total)
        return f"{heading}\n\n{shown.text}"

    def _list_blocks(self, todos: Sequence[str]) -> list[str]:
        due, alerts = (
            [f"- {safe_line(' '.join(line.split()), NOTES)}" for line in lines] for lines in self.lists
        )
        lists = (("due", self._limited(due)), ("todos", todos), ("alerts", self._limited(alerts)))
        return [
            f"## {self.words(key)}\n\n" + enclose("\n".join(lines), NOTES) for key, lines in lists if lines
        ]

    def _limited(self, lines: list[str]) -> list[str]:
        """The lines that take at most a sixth of the budget, and how many more there are."""
        limit = self.budget.amount // MISSING_SHARE
        count = _count_within([self.budget.cost(line + "\n") for line in lines], limit)
        more = len(lines) - count
        return [*lines[:count], f"- {self.words('more', count=more)}"] if more else lines

    def _todo_line(self, index: int) -> str:
        todo = self.found.todos[index]
        since = f", {self.words('since', day=todo.since.isoformat())}" if todo.since != todo.day else ""
        return f"- [ ] {safe_line(todo.text, NOTES)} ({safe_line(todo.name, NOTES)}:{todo.line}{since})"

    def _missing(self, shown: Sequence[Shown]) -> list[Skipped]:
        missing = list(self.found.skipped)
        for each in shown:
            for span in each.cut:
                key = "cut" if span.last > span.first else "cut_line"
                reason = self.words(
                    key, first=span.first, last=span.last, total=each.total, tokens=span.tokens
                )
                missing.append(Skipped(each.name, reason))
            missing.extend(Skipped(each.name, self.words("undecoded", why=why)) for why in each.problems)
        return missing

    def _hidden_todos(self, count: int) -> list[Skipped]:
        hidden = len(self.todos) - count
        return [Skipped("todos", self.words("cut_todos", count=hidden))] if hidden else []

    def _missing_block(self, missing: Sequence[Skipped]) -> list[str]:
        if not missing:
            return []
        lines = [f"- {safe_line(each.name, NOTES)}: {safe_line(each.reason, NOTES)}" for each in missing]
        return [f"## {self.words('missing_part')}\n\n" + "\n".join(self._limited(lines))]


def _count_within(costs: Sequence[int], limit: int) -> int:
    total = 0
    for count, cost in enumerate(costs):
        total += cost
        if total > limit:
            return count
    return len(costs)


def _part_json(shown: Shown) -> dict[str, Any]:
    origin = "user" if shown.kind != NOTES else "agent"
    return {
        "name": shown.name,
        "lines": [shown.first, shown.last],
        "total_lines": shown.total,
        "tokens": shown.tokens,
        "text": shown.text,
        "cut": [span._asdict() for span in shown.cut],
        "origin": origin,
        "runs": [{"lines": [first, last], "origin": found or origin} for first, last, found in shown.runs],
    }
