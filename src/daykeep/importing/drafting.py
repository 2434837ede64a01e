"""Makes of what was found the items that wait: a note for a statement, a log for a day, with all that a person is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.closing import close_blocks
from daykeep.errors import DaykeepError
from daykeep.files.ids import short_hash
from daykeep.files.store import Files
from daykeep.guard.doubts import find_doubts
from daykeep.guard.secrets import mask_secrets
from daykeep.importing.found import Day, Passed
from daykeep.memory.notes.door import Request, pass_door
from daykeep.memory.notes.naming import make_description, make_title
from daykeep.memory.notes.note import REVIEWED
from daykeep.memory.notes.render import Head, render_note
from daykeep.memory.notes.stores.places import workspace_store
from daykeep.memory.sources import hash_source
from daykeep.review.queue.proposals import (
    CHANGE,
    NEW_DAY,
    NEW_NOTE,
    NEW_RULE,
    ProposedItem,
    SourceLine,
    clean,
)
from daykeep.review.remembering.wish import Wish, read_wish
from daykeep.review.verdict.landing import gives_orders
from daykeep.text.comments import neutralise, render_end, render_mark
from daykeep.text.frontmatter import frontmatter_end
from daykeep.text.frontmatter_edit import quote_value
from daykeep.text.language import language_of
from daykeep.text.unicode import storable

if TYPE_CHECKING:
    from datetime import date, datetime
    from pathlib import Path

    from daykeep.guard.findings import Findings
    from daykeep.importing.found import Said
    from daykeep.memory.notes.note import Store
    from daykeep.review.remembering.wish import Meant

ORIGIN = "import"
_ID_DIGITS = 12
_SHOWN_LINES = 12
"""The lines of a source that stand beside its statement; of a longer one the note itself shows them."""


class Drafted(NamedTuple):
    """An item, the text by which it is compared, how many secrets were masked, and whether anything in it gives orders.

    ``more`` are its reason and use, ``whole`` all that it says.
    """

    item: ProposedItem
    text: str
    masked: int
    flagged: bool
    more: tuple[str, ...] = ()
    whole: str = ""


class Share(NamedTuple):
    """A part of what was found, with all that another process needs to make items of it."""

    format: str
    root: Path
    day: date
    now: datetime
    found: tuple[Said | Day, ...]


def draft_share(share: Share) -> list[Drafted | Passed]:
    """What was found as items, in its order; what can't be one says why."""
    drafting = Drafting(share.format, workspace_store(Files(share.root)), share.day, share.now)
    done: list[Drafted | Passed] = []
    for found in share.found:
        try:
            done.append(drafting.log(found) if isinstance(found, Day) else drafting.note(found))
        except DaykeepError as error:
            done.append(Passed(found.name, found.first, error.message))
    return done


class Drafting(NamedTuple):
    """What items are made with: the format that is imported, the store of notes, the user's day and the moment."""

    format: str
    store: Store
    day: date
    now: datetime

    def note(self, said: Said) -> Drafted:
        """The note that a statement would become.

        Raises RefusedError or UsageError for what can't be remembered: too long, a mark of daykeep's own, or
        something that the project itself says better (not asked where the source had it as a note of a type).
        """
        request, findings, meant = self._pass(said)
        statement = request.statement
        title = request.title or make_title(statement.rule)
        name = f"{self.format}:{_one_line(said.name)}"
        described = request.description or make_description(statement.rule)
        head = Head(title, title, described, request.type, REVIEWED, ORIGIN, self.now)
        place = f"{name}:{said.first}" if said.first == said.last else f"{name}:{said.first}-{said.last}"
        lines = _with_source(render_note(self.store, head, statement).decode(), place)
        whole = "\n".join(part for part in statement if part)
        item = ProposedItem(
            id=_item_id(NEW_NOTE, said.title, whole),
            kind=NEW_NOTE,
            title=title,
            day=said.on or self.day,
            name=name,
            lines=_source_lines(said.first, said.last, said.text),
            origin=ORIGIN,
            score=1.0,
            rule=NEW_RULE,
            worded=False,
            action=CHANGE,
            reason=self._reason(f"{title}\n{described}\n{whole}"),
            reasons=_reasons(said, meant),
            edited=tuple(lines),
        )
        more = tuple(part for part in statement[1:] if part)
        return Drafted(item, statement.rule, len(findings.masked), gives_orders(item), more, whole)

    def _pass(self, said: Said) -> tuple[Request, Findings, Meant]:
        """A statement as it may be remembered, what was found in it, and how it was understood."""
        wish = Wish(said.text, said.type, said.why, said.apply, said.title, ORIGIN, anyway=bool(said.title))
        meant = read_wish(wish, today=said.on, language=language_of(said.text))
        request = Request(
            meant.statement,
            meant.type,
            ORIGIN,
            self.now,
            status=REVIEWED,
            title=said.title,
            description=said.description,
        )
        return (*pass_door(request), meant)

    def log(self, day: Day) -> Drafted:
        """The log that a day would become, all of it marked as imported."""
        head = frontmatter_end(day.lines)
        text = "\n".join(line.rstrip() for line in day.lines[head:]).strip("\n")
        text = text.removeprefix(f"# {day.day.isoformat()}\n").lstrip("\n")
        text, secrets = mask_secrets(storable(text)[0])
        text = close_blocks(neutralise(text))
        lines = [
            f"# {day.day.isoformat()}",
            "",
            render_mark("origin", origin=ORIGIN),
            *text.split("\n"),
            render_end("origin"),
        ]
        item = ProposedItem(
            id=_item_id(NEW_DAY, day.day.isoformat(), text),
            kind=NEW_DAY,
            title=day.day.isoformat(),
            day=day.day,
            name=f"{self.format}:{_one_line(day.name)}",
            lines=(SourceLine(day.first, hash_source(day.lines[:1]), None), SourceLine(max(day.last, day.first), hash_source(day.lines[-1:]), None)),
            origin=ORIGIN,
            score=1.0,
            rule=NEW_RULE,
            worded=False,
            action=CHANGE,
            reason=self._reason(text),
            edited=tuple(lines),
        )  # fmt: skip
        return Drafted(item, "", len(secrets), gives_orders(item))

    def _reason(self, text: str) -> str:
        said = f"it was imported from {self.format}, and no person has seen it yet"
        return "; ".join([said, *find_doubts("agent", text)])


def _reasons(said: Said, meant: Meant) -> tuple[str, ...]:
    """Why a note is of its type, what stood above it, and what its dates were."""
    reasons = [f"type {meant.type}: {'the source says so' if said.type else meant.reason}"]
    reasons += [f"it stood under “{clean(_one_line(said.under))}”"] if said.under else []
    reasons += [f"“{one.said}” was made {one.written.strip()}" for one in meant.dates]
    return tuple(reasons)


def _item_id(kind: str, title: str, text: str) -> str:
    """The identity of what is said, wherever it stands: the same again is the same item."""
    shape = "\n".join([NEW_RULE, kind, title, *(line.strip() for line in text.split("\n") if line.strip())])
    return short_hash(shape.encode("utf-8", "surrogateescape"), _ID_DIGITS)


def _source_lines(first: int, last: int, text: str) -> tuple[SourceLine, ...]:
    """The source's lines, with what stands there as far as it is short."""
    texts = text.split("\n")
    if len(texts) != last - first + 1 or len(texts) > _SHOWN_LINES:
        edges = [first] if first >= last else [first, last]
        return tuple(SourceLine(number, hash_source([text]), None) for number in edges)
    return tuple(
        SourceLine(number, hash_source([line]), clean(_one_line(line)))
        for number, line in enumerate(texts, first)
    )


def _with_source(note: str, place: str) -> list[str]:
    """A note's lines, with the place it came from in its frontmatter."""
    lines = note.rstrip("\n").split("\n")
    end = lines.index("---", 1)
    return [*lines[:end], f"source: {quote_value(place)}", *lines[end:]]


def _one_line(text: str) -> str:
    """A name or a line as it may be told: encodable, on one line, without secrets."""
    plain = storable(text.encode("utf-8", "replace").decode())[0]
    return mask_secrets("".join(one if one.isprintable() or one == " " else " " for one in plain))[0]
