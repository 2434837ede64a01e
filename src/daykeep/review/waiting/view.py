"""Everything that a person needs to decide about one item, gathered from the workspace as it is now; reads only."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import UsageError
from daykeep.files.replace import sha256_of
from daykeep.git.values import HistoryOff
from daykeep.guard.secrets import find_secrets, mask_secrets
from daykeep.memory.sources import SourceRecord, hash_line, load_sources
from daykeep.review.difference import Difference, compare_lines
from daykeep.review.evidence.locate import HERE, MOVED, locate, read_lines
from daykeep.review.queue.proposals import SHORTEST_ID, Choice
from daykeep.review.verdict.change import plan_changes
from daykeep.review.verdict.elsewhere import why_not_elsewhere
from daykeep.review.verdict.landing import render_new, why_not_new
from daykeep.review.waiting.rebase import read_base, rebase_item
from daykeep.text.sections import parse_sections

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.git.history import History
    from daykeep.review.evidence.locate import Place
    from daykeep.review.queue.proposals import ProposalStore, ProposedItem
    from daykeep.review.waiting.rebase import Rebased

IMPORTED = "import"
"""By this a person names all that was imported, with a colon and a format behind it what is of one tool."""
CONTEXT_LINES = 2
"""Lines shown before and after the source lines."""
MANY_LINES = 60
"""A longer context is cut in the middle."""
LOG_LINES = 2_000
"""Lines before and after the source lines in which a person may look around."""


class LogLine(NamedTuple):
    """A line of a log; ``is_source`` if the item was taken from it. Secrets are masked."""

    number: int
    text: str
    is_source: bool


class View(NamedTuple):
    """One item as it would change memory now.

    ``log`` is the file that holds its source lines, ``context`` those lines with their neighbours; ``state`` says
    whether they are still here, were moved, changed (``commit`` has them) or are gone. ``headings`` are the titles
    in MEMORY.md under which it would stand, ``difference`` is what it would do there; ``obstacle`` is why it can't be
    approved as things are, ``""`` if it can. ``rebased`` says how it stands to what others did to the file meanwhile,
    None if the file is as it was. ``before`` and ``after`` are all lines of the file as it is and as it would be.
    """

    choice: Choice
    log: str
    state: str
    commit: str | None
    context: tuple[LogLine, ...]
    headings: tuple[str, ...]
    difference: Difference
    obstacle: str
    rebased: Rebased | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def find_choices(store: ProposalStore, asked: str) -> list[Choice]:
    """The items that an id means: of a proposal all that wait, of ``PROPOSAL/ITEM`` or ``ITEM`` that one.

    ``import`` means all that was imported, ``import:FORMAT`` what was imported from one tool. Ids may be shortened as long as only one begins so. A decided item is found by its proposal's whole id. Raises
    UsageError for one that is unknown or ambiguous.
    """
    if asked == IMPORTED or asked.startswith(f"{IMPORTED}:"):
        return _imported(store, asked)
    head, _, tail = asked.strip().partition("/")
    if len(head) < SHORTEST_ID or (tail and len(tail) < SHORTEST_ID):
        raise UsageError(f'"{asked}" is too short for an id', hint="`daykeep review list` shows the ids")
    waiting = store.list_waiting().proposals
    proposals = [proposal for proposal in waiting if proposal.id.startswith(head.upper())]
    decided = store.find(head.upper()) if not proposals else None
    if decided is not None:
        proposals = [decided]
    if not tail:
        found = [Choice(p, item) for p in waiting for item in p.waiting if item.id.startswith(head.lower())]
        whole = [[Choice(p, item) for item in p.waiting] for p in proposals]
        return _only([*([one] for one in found), *whole], asked)
    items = [Choice(p, item) for p in proposals for item in p.items if item.id.startswith(tail.lower())]
    return _only([[one] for one in items], asked)


def _imported(store: ProposalStore, asked: str) -> list[Choice]:
    waiting = store.list_waiting().proposals
    found = [
        Choice(proposal, item)
        for proposal in waiting
        for item in proposal.waiting
        if item.is_new and (asked in (IMPORTED, proposal.origin))
    ]
    if not found:
        raise UsageError(f'nothing that waits is of "{asked}"', hint="`daykeep review list` shows what waits")
    return found


def _only(found: Sequence[list[Choice]], asked: str) -> list[Choice]:
    if len(found) > 1:
        raise UsageError(f'"{asked}" could be {len(found)} things', hint="give more of the id")
    if not found:
        raise UsageError(
            f'nothing that waits has the id "{asked}"', hint="`daykeep review list` shows the ids"
        )
    if not found[0]:
        raise UsageError(f'nothing in "{asked}" waits any more', hint="give PROPOSAL/ITEM to decide anew")
    return found[0]


def view_item(
    files: Files,
    history: History | HistoryOff,
    choice: Choice,
    *,
    memory: str,
    language: str,
    context_lines: int = CONTEXT_LINES,
    store: ProposalStore | None = None,
) -> View:
    """Look at one item; ``memory`` is MEMORY.md's name here, ``store`` the one that may hold that file as it was."""
    item = choice.item
    if item.is_new:
        return _view_new(files, choice)
    target = choice.proposal.target
    fault = "" if target == memory else why_not_elsewhere(target, item) or ""
    name = memory if fault else target
    document = files.find_document(name)
    owners = {record.line: record.item for record in load_sources(files)[0]}
    planned = plan_changes(document, [item], name=name, language=language, owners=owners)
    before = document.texts if document is not None else []
    difference = compare_lines(before, planned.document.texts)
    places = _places(files, history, item)
    obstacle = fault or (planned.refused[0][1] if planned.refused else "")
    return View(
        choice=choice,
        log=places[0].name,
        state=places[0].state,
        commit=places[0].commit,
        context=tuple(_context(files, places, context_lines)),
        headings=_headings(document, planned.document, difference),
        difference=difference,
        obstacle=obstacle,
        rebased=None if fault else _rebased(choice, document, store),
        before=tuple(before),
        after=tuple(planned.document.texts),
    )


def _view_new(files: Files, choice: Choice) -> View:
    """Look at a file that is to come: what it was read from is no file of the workspace, so its lines stand in the item."""
    item = choice.item
    fault = why_not_new(choice.proposal.target, item) or ""
    document = files.find_document(item.lands) if not fault else None
    before = document.texts if document is not None else []
    if document is not None and item.waits and document.data != render_new(item):
        fault = f"{item.lands} is there by now, and says something else"
    context = tuple(
        LogLine(line.number, line.text, is_source=True) for line in item.lines if line.text is not None
    )
    after = tuple(before if fault else item.memory_lines)
    return View(
        choice=choice, log=item.name, state=HERE, commit=None, context=context, headings=(),
        difference=compare_lines(before, after), obstacle=fault, before=tuple(before), after=after,
    )  # fmt: skip


def read_log(files: Files, view: View) -> tuple[LogLine, ...]:
    """The file that holds an item's source lines, up to `LOG_LINES` before and after them; secrets are masked.

    Where the file no longer holds them, those lines alone.
    """
    if view.state not in {HERE, MOVED}:
        return view.context
    source = {line.number for line in view.context if line.is_source}
    texts = read_lines(files, view.log)
    first, last = max(1, min(source) - LOG_LINES), min(len(texts), max(source) + LOG_LINES)
    shown = _masked(texts[first - 1 : last])
    return tuple(LogLine(number, text, number in source) for number, text in enumerate(shown, first))


def _rebased(choice: Choice, document: Document | None, store: ProposalStore | None) -> Rebased | None:
    proposal, item = choice
    if not item.waits or (sha256_of(document.data) if document else None) == proposal.base_sha256:
        return None
    return rebase_item(item, read_base(store, proposal) if store is not None else None, document)


def _places(files: Files, history: History | HistoryOff, item: ProposedItem) -> list[Place]:
    """Where each source line is now, those first that stand in the file of the first one."""
    git = None if isinstance(history, HistoryOff) else history
    places = [
        locate(
            files,
            git,
            SourceRecord(
                item=item.id,
                kind=item.kind,
                line=hash_line(line.text or ""),
                name=item.name,
                first=line.number,
                last=line.number,
                sha8=line.sha8,
                day=item.day.isoformat(),
                origin=item.origin,
                score=item.score,
                at="",
                commit=item.commit,
            ),
        )
        for line in item.lines
    ]
    there = [place for place in places if place.state in {HERE, MOVED}] or places
    return [place for place in there if place.name == there[0].name]


def _context(files: Files, places: Sequence[Place], around: int) -> list[LogLine]:
    if places[0].state not in {HERE, MOVED}:
        return [
            LogLine(place.first, _masked(place.texts)[0], is_source=True) for place in places if place.texts
        ]
    texts = read_lines(files, places[0].name)
    source = {number for place in places for number in range(place.first, place.last + 1)}
    first, last = max(1, min(source) - around), min(len(texts), max(source) + around)
    shown = _masked(texts[first - 1 : last])
    lines = [LogLine(number, text, number in source) for number, text in enumerate(shown, first)]
    if len(lines) > MANY_LINES:
        return [*lines[: MANY_LINES // 2], *lines[-MANY_LINES // 2 :]]
    return lines


def _masked(texts: Sequence[str]) -> list[str]:
    """Lines without secrets, as many as they were: one that goes over several lines hides them all."""
    whole = "\n".join(texts)
    secrets = find_secrets(whole)
    if not any("\n" in whole[secret.start : secret.end] for secret in secrets):
        return mask_secrets(whole)[0].split("\n")
    hidden: set[int] = set()
    for secret in secrets:
        first = whole.count("\n", 0, secret.start)
        hidden.update(range(first, first + whole.count("\n", secret.start, secret.end) + 1))
    return ["[secret]" if index in hidden else text for index, text in enumerate(texts)]


def _headings(before: Document | None, after: Document, difference: Difference) -> tuple[str, ...]:
    """The titles above the first line that comes or goes, the file's own title left out."""
    document, changed = (after, difference.added) if difference.added else (before, difference.removed)
    if document is None or not changed:
        return ()
    number = changed[0][0]
    titles: tuple[str, ...] = ()
    for section in parse_sections(document.texts):
        if section.line and section.line < number <= section.last:
            titles = (*section.parents, section.title)
    return titles[1:] if len(titles) > 1 else titles
