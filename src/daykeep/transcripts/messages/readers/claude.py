"""Claude Code's transcripts as a model is given them. The file is read twice: first its tree, then what was chosen.

So only the conversation is held, not the branches that were left and the output of sub-agents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.transcripts.entries.content import text_of
from daykeep.transcripts.entries.draft import StartOverError
from daykeep.transcripts.entries.lines import read_records
from daykeep.transcripts.entries.times import read_time
from daykeep.transcripts.formats.claude import CHAIN, MARKS, is_no_answer, keeps_copies, node_of
from daykeep.transcripts.messages.model import (
    ASSISTANT,
    ATTACHMENT,
    KEPT,
    SUMMARY,
    TOOL_RESULT,
    USER,
    Message,
)
from daykeep.transcripts.messages.readers.attachments import attachment_block
from daykeep.transcripts.messages.readers.chain import Chain, Entry, choose_entries

if TYPE_CHECKING:
    from typing import BinaryIO

    from daykeep.transcripts.entries.branches import Node
    from daykeep.transcripts.messages.readers.gathering import Gathering

_ASIDE = "the file holds only a sub-agent's conversation; that is read"
_SAID_BY_TOOLS = frozenset({TOOL_RESULT, ATTACHMENT})


class Spot(NamedTuple):
    """Where an entry stands: its first byte, its line, its number among the records, and the id of the entry it hangs on."""

    offset: int
    line: int
    number: int
    link: str


BEGINNING = Spot(0, 1, 0, "")
"""Where every file begins."""


def read_claude(
    stream: BinaryIO,
    gathering: Gathering,
    *,
    whole: bool = False,
    since: Spot = BEGINNING,
    spots: dict[int, Spot] | None = None,
) -> list[Message]:
    """The messages of the branch that the file ends in, from the last compaction on; sub-agents and the runtime's own lines left out.

    The lines of one answer are one message, with its usage once. ``whole`` is over all compactions: each summary in its place, and
    what was kept once, where it was said. ``since`` (with ``whole``) reads from that entry on: StartOverError if what is there does
    not simply go on from what stands before. ``spots`` is given the place of every entry that was taken, by its line.
    """
    tree = _Tree(gathering, whole=whole, since=since)
    places: dict[int, int] = {}
    records = read_records(stream, gathering.report, offset=since.offset, line=since.line)
    for number, record in enumerate(records, since.number):
        places[number] = record.offset
        tree.add(number, record.line, record.value)
    chain = tree.choose()
    wanted = {entry.number for entry in chain.entries}
    values = {}
    records = read_records(stream, _unheard, offset=since.offset, line=since.line)
    for number, record in enumerate(records, since.number):
        if number in wanted:
            values[number] = record.value
    if spots is not None:
        spots.update(
            (one.line, Spot(places[one.number], one.line, one.number, one.node.parent))
            for one in chain.entries
        )
    building = _Building(gathering)
    for entry in chain.entries:
        building.add(entry, values.pop(entry.number), kept=entry.number in chain.kept)
    return tree.stands_for(chain) + building.messages


def _unheard(line: int, message: str) -> None:
    """Problems were reported at the first reading."""


class _Tree:
    """The places of all entries."""

    def __init__(self, gathering: Gathering, *, whole: bool, since: Spot) -> None:
        self.gathering = gathering
        self.whole = whole
        self.link = since.link
        self._again: dict[str, str] = {}
        """By the id of an entry that was written again behind a compaction: what stood before its copy."""
        self.entries: dict[str, Entry] = {}
        self.aside: dict[str, Entry] = {}
        self.summaries: dict[str, Message] = {}
        self.last = since.link
        self.boundary = -1

    def add(self, number: int, line: int, value: dict[str, Any]) -> None:
        kind = value.get("type")
        if kind not in CHAIN:
            self._note(line, value)
            return
        self.gathering.name_session(value.get("sessionId"), value.get("cwd"))
        if "uuid" not in value and kind == "attachment":
            value = {**value, "uuid": f"#{number}", "parentUuid": self.last}
        node = node_of(value)
        entries = self.entries
        if node is None:
            node, entries = node_of(value, aside=True), self.aside
        if node is None or (self.whole and self._is_copy(node, entries)):
            return
        if self.link:
            _check_stands_alone(node, value)
        node = node._replace(parent=self._again.get(node.parent, node.parent))
        entry = _entry(number, line, value, node)
        before = entries.pop(node.id, None)
        if before is not None and before.number < self.boundary:
            parent = entries.get(node.parent)
            if parent is None or parent.number < self.boundary:
                node = node._replace(parent=self.last)  # a copy hangs on what was written before it
            entry = entry._replace(node=node, copied=True)
        elif before is not None:
            entry = entry._replace(copied=before.copied)
        entries[node.id] = entry
        if entries is self.entries:
            self.last = node.id
            self.boundary = number if node.breaks else self.boundary

    def _is_copy(self, node: Node, entries: dict[str, Entry]) -> bool:
        """Whether an entry stands before the last compaction already; what follows its copy then hangs on what stood before that."""
        before = entries.get(node.id)
        if before is None or before.number >= self.boundary:
            return False
        self._again[node.id] = self.last
        return True

    def _note(self, line: int, value: dict[str, Any]) -> None:
        kind, leaf = value.get("type"), value.get("leafUuid")
        if kind == "summary" and isinstance(leaf, str) and isinstance(value.get("summary"), str):
            blocks = self.gathering.blocks(value["summary"], line)
            self.summaries[leaf] = Message(USER, blocks, line=line, mark=SUMMARY)
        elif not isinstance(kind, str) or kind not in MARKS:
            self.gathering.unknown(line, "entry", kind if isinstance(kind, str) else "without a type")

    def choose(self) -> Chain:
        """The conversation; that of a sub-agent where the file holds nothing else."""
        entries = self.entries
        if not self.link and not any(entry.node.speaks for entry in entries.values()) and self.aside:
            entries = self.aside
            self.gathering.report(next(iter(entries.values())).line, _ASIDE)
        return choose_entries(list(entries.values()), self.gathering.report, whole=self.whole, link=self.link)

    def stands_for(self, chain: Chain) -> list[Message]:
        """The old form of a summary, where it stands for what the first entry hangs on."""
        parent = chain.entries[0].node.parent if chain.entries else ""
        return [self.summaries[parent]] if parent in self.summaries and parent not in self.entries else []


def _check_stands_alone(node: Node, value: dict[str, Any]) -> None:
    """StartOverError at a compaction that copies what stands before the place from which is read on."""
    if node.breaks and keeps_copies(value):
        raise StartOverError


def _entry(number: int, line: int, value: dict[str, Any], node: Node) -> Entry:
    message = value.get("message")
    message = message if isinstance(message, dict) else {}
    content = message.get("content")
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    calls = tuple(text_of(part, "id") for part in parts if part.get("type") == "tool_use")
    results = tuple(text_of(part, "tool_use_id") for part in parts if part.get("type") == "tool_result")
    facts = value.get("compactMetadata", value.get("compact_metadata"))
    segment = facts.get("preservedSegment") if isinstance(facts, dict) else None
    answer = text_of(message, "id") if value.get("type") == "assistant" else ""
    segment = segment if isinstance(segment, dict) else None
    summary = value.get("isCompactSummary") is True
    return Entry(number, line, node, text_of(value, "type"), answer, calls, results, segment, summary=summary)


class _Building:
    """Puts the chosen entries together."""

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self.messages: list[Message] = []
        self._answers: dict[str, int] = {}

    def add(self, entry: Entry, value: dict[str, Any], *, kept: bool) -> None:
        if entry.kind == "attachment":
            block = attachment_block(value.get("attachment"), entry.line, self.gathering.unknown)
            self._append(entry, value, USER, (block,), mark=KEPT if kept else "")
        elif entry.kind in {USER, ASSISTANT} and (value.get("isMeta") is not True or entry.results):
            self._add_said(entry, value, kept=kept)

    def _add_said(self, entry: Entry, value: dict[str, Any], *, kept: bool) -> None:
        message = value.get("message")
        if not isinstance(message, dict):
            self.gathering.report(entry.line, f"a {entry.kind} entry without a message; left out")
            return
        if entry.kind == ASSISTANT and is_no_answer(value, message):
            self.gathering.report(entry.line, "words of the program in the place of an answer; left out")
            return
        blocks = self.gathering.blocks(message.get("content"), entry.line)
        if entry.kind == ASSISTANT:
            self._add_answer(entry, value, blocks, kept=kept)
        elif self._goes_on(blocks):
            last = self.messages[-1]
            self.messages[-1] = last._replace(blocks=last.blocks + blocks)
        else:
            mark = SUMMARY if value.get("isCompactSummary") is True else KEPT if kept else ""
            self._append(entry, value, USER, blocks, mark=mark)

    def _goes_on(self, blocks: tuple[Any, ...]) -> bool:
        """Whether these are results beside those of the message before: each is written on its own line."""
        return (
            bool(self.messages and blocks)
            and self.messages[-1].role == USER
            and all(block.kind == TOOL_RESULT for block in (*self.messages[-1].blocks, *blocks))
        )

    def _add_answer(
        self, entry: Entry, value: dict[str, Any], blocks: tuple[Any, ...], *, kept: bool
    ) -> None:
        message = value["message"]
        usage = message.get("usage")
        usage = usage if isinstance(usage, dict) else None
        place = self._answers.get(entry.answer, -1) if entry.answer else -1
        if place >= 0:
            first = self.messages[place]
            self.messages[place] = first._replace(usage=usage or first.usage)
            between = self.messages[place + 1 :]
            if all(block.kind in _SAID_BY_TOOLS for one in between for block in one.blocks):
                self.messages[place] = self.messages[place]._replace(blocks=first.blocks + blocks)
                return
            usage = None
        elif entry.answer:
            self._answers[entry.answer] = len(self.messages)
        self._append(entry, value, ASSISTANT, blocks, mark=KEPT if kept else "", usage=usage)

    def _append(
        self,
        entry: Entry,
        value: dict[str, Any],
        role: str,
        blocks: tuple[Any, ...],
        *,
        mark: str,
        usage: dict[str, Any] | None = None,
    ) -> None:
        message = value.get("message")
        model = text_of(message, "model") if isinstance(message, dict) else ""
        at = read_time(value.get("timestamp"), self.gathering.zone)
        ident = entry.answer or entry.node.id
        self.messages.append(Message(role, blocks, ident, entry.line, at, usage, model, mark))
