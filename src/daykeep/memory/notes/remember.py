"""Remembering: a statement becomes a note, or changes the note that already speaks of it; the index goes along.

Order on disk: the note, then its line in the index. Killed in between, a note has no line; whatever is remembered
next brings the index in step.
"""

from __future__ import annotations

from typing import NamedTuple

from daykeep.errors import ConflictError, DocumentError, RefusedError
from daykeep.files.encoding import decode
from daykeep.files.ids import short_hash
from daykeep.guard.injection import find_signs
from daykeep.memory.decisions import find_tombstones, lift_tombstone
from daykeep.memory.notes.changes import LOCK, REPLANS, FileChange, make_changes, make_folders
from daykeep.memory.notes.door import Request, pass_door
from daykeep.memory.notes.index.step import Line, index_after, veil
from daykeep.memory.notes.naming import free_path, make_description, make_title, note_slug
from daykeep.memory.notes.note import (
    COLLECTED,
    NOTE_CHARS,
    REVIEWED,
    UNREVIEWED,
    WORKSPACE_STORE,
    Note,
    Store,
)
from daykeep.memory.notes.reading import load_notes, note_paths
from daykeep.memory.notes.render import (
    APPLY,
    STRANGERS,
    WHY,
    Head,
    Rewrite,
    add_section,
    render_note,
    rewrite_note,
)
from daykeep.memory.notes.similar import Similar, find_similar, is_all_of
from daykeep.memory.sources import hash_line

CREATE, UPDATE, SUPERSEDE, NONE = "create", "update", "supersede", "none"


class Remembering(NamedTuple):
    """What remembering does, or did, in a store.

    ``action`` is create, update, supersede (the note said otherwise) or none (it is known already). ``name`` is the
    note's file in the store's root, ``path`` in its folder. ``replaced`` is what the note said before. ``changes``
    stand in their order on disk, the index last; ``index_line`` is the note's line there. ``masked`` are kinds of
    secrets.
    """

    action: str
    name: str
    path: str
    type: str
    title: str
    description: str
    status: str
    origin: str
    changes: tuple[FileChange, ...]
    index_line: str
    similar: Similar | None
    replaced: tuple[str, ...]
    warnings: tuple[str, ...]
    masked: tuple[str, ...]


class _Written(NamedTuple):
    """A note as it will stand: its action, where, what its line in the index says, and its file's change."""

    action: str
    path: str
    title: str
    description: str
    change: FileChange | None
    replaced: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    retitled: bool = False


def plan_remember(store: Store, request: Request) -> Remembering:
    """What remembering a statement changes in a store; reads, writes nothing.

    A note that says the same, or the same with less detail, is updated; one that says otherwise is superseded. A
    stranger's statement (tool, web, import, hook) never changes a note. Raises UsageError and RefusedError as the
    door does, and RefusedError for what a person asked to forget, unless it is the user who says it again.
    """
    request, findings = pass_door(request)
    _check_forgotten(store, request)
    request = request._replace(
        status=request.status or (REVIEWED if request.origin == "user" else UNREVIEWED)
    )
    loaded = load_notes(store)
    similar = find_similar(loaded.notes, request.statement.rule)
    written = _update(store, request, similar) if similar is not None else None
    if written is None:
        warnings = _why_not_updated(similar, request) if similar is not None else ()
        written = _create(store, request, warnings)
    index = index_after(store, loaded.notes, _line(request, written, similar))
    changes = [change for change in (written.change, index.change) if change is not None]
    return Remembering(
        action=written.action,
        name=store.name_of(written.path),
        path=written.path,
        type=similar.note.type or request.type if similar and written.action != CREATE else request.type,
        title=written.title,
        description=written.description,
        status=similar.note.status if similar and written.action == NONE else request.status,
        origin=request.origin,
        changes=tuple(changes),
        index_line=index.line,
        similar=similar,
        replaced=written.replaced,
        warnings=(*findings.notes, *written.warnings, *index.warnings, *_too_long(written)),
        masked=tuple(secret.kind for secret in findings.masked),
    )


def apply_remember(store: Store, request: Request) -> Remembering:
    """Remember a statement; what was done. Durable when it returns.

    Holds the store's lock and writes only over what was read: of two writers at once none loses anything, also if
    one of them takes no lock. After a kill the same call goes on. Raises what `plan_remember` raises, LockedError,
    and ConflictError if another program keeps changing the same files.
    """
    make_folders(store)
    first: Remembering | None = None
    with store.files.lock(store.name_of(LOCK), purpose="remember"):
        for _ in range(REPLANS):
            plan = plan_remember(store, request)
            _lift(store, pass_door(request)[0])
            try:
                for change in plan.changes:
                    make_changes(store, [change])
                    first = first or (plan if change.name == plan.name else None)
            except ConflictError:
                continue
            return plan if first is None else first._replace(
                changes=(*first.changes[:1], *(one for one in plan.changes if one.name != first.name)),
                index_line=plan.index_line,
            )  # fmt: skip
    raise ConflictError(
        f'"{store.index_name}" keeps changing while it is written', hint="run the command again"
    )


def _create(store: Store, request: Request, warnings: tuple[str, ...]) -> _Written:
    title = request.title or make_title(request.statement.rule)
    description = request.description or make_description(request.statement.rule)
    slug = _file_stem(request, title)
    head = Head(title, title, description, request.type, request.status, request.origin, request.now)
    if store.form == COLLECTED:
        path = f"{request.type}.md"
        document = store.files.find_document(store.name_of(path))
        data = add_section(document, head, request.statement)
        before = document.data if document is not None else None
        return _Written(
            CREATE, path, title, description, FileChange(store.name_of(path), before, data), (), warnings
        )
    path = free_path(slug, [*note_paths(store), store.index_name.rpartition("/")[2]])
    if store.nested:
        head = head._replace(name=path.removesuffix(".md"))
    change = FileChange(store.name_of(path), None, render_note(store, head, request.statement))
    return _Written(CREATE, path, title, description, change, (), warnings)


def _file_stem(request: Request, title: str) -> str:
    """The name of a new note's file: words of its title, none where they are a stranger's or would give orders.

    Names of files stand in contexts as they are, outside of what is marked as data.
    """
    signs = {sign.kind for sign in find_signs("\n".join([title, *request.statement]))} - {"url"}
    is_quiet = request.origin == "user" or request.status == REVIEWED
    if is_quiet or (request.origin not in STRANGERS and not signs):
        return note_slug(title)
    return f"{request.origin}-{short_hash(request.statement.rule.encode('utf-8', 'surrogatepass'), 8)}"


def _update(store: Store, request: Request, similar: Similar) -> _Written | None:
    """The note that a statement changes as it will stand; None where it may not or can't be changed."""
    note = similar.note
    may = request.origin not in STRANGERS or similar.relation == "same"
    document = store.files.find_document(store.name_of(note.path)) if may else None
    if document is None:
        return None
    if _is_kept_apart(request, similar):
        return None
    rewrite = _rewrite(request, similar)
    before = document.data
    own_title = note.title != note.name
    if rewrite is None:
        described = note.description or similar.text
        return _Written(NONE, note.path, note.title, described, None, retitled=own_title)
    if request.origin != "user" and not note.first and note.line == 1:
        return None  # nothing in the file could say that this is unreviewed
    try:
        after = rewrite_note(store, note, document, rewrite)
    except DocumentError:
        return None
    action = SUPERSEDE if similar.relation == "contradicts" else UPDATE
    replaced = _replaced(similar, rewrite)
    said = (
        (f'"{note.title}" said otherwise ({similar.reason}): {similar.text}',) if action == SUPERSEDE else ()
    )
    described = rewrite.description or note.description or similar.text
    change = FileChange(store.name_of(note.path), before, after) if after != before else None
    title = rewrite.title or note.title
    return _Written(
        action if change else NONE,
        note.path,
        title,
        described,
        change,
        replaced,
        said,
        own_title or bool(rewrite.title),
    )


def _rewrite(request: Request, similar: Similar) -> Rewrite | None:
    """What changes in a note; None where it says all of the statement."""
    note, said = similar.note, request.statement
    takes_over = _takes_over(request, similar)
    drops = takes_over or similar.relation == "contradicts"
    changes_rule = similar.relation != "same" or (takes_over and said.rule != similar.text)
    why = said.why if said.why and (drops or _plain(said.why) != _plain(note.why)) else ""
    apply = said.apply if said.apply and (drops or _plain(said.apply) != _plain(note.apply)) else ""
    if request.origin in STRANGERS or (note.origin in STRANGERS and not takes_over):
        return None
    if not (changes_rule or why or apply or takes_over):
        return None
    title = description = ""
    if changes_rule or takes_over:
        title = _new_title(request, similar)
        derived = note.description in {"", make_description(similar.text)}
        if request.description or derived or drops:
            description = request.description or make_description(said.rule)
    return Rewrite(
        span=similar.span if changes_rule else None,
        statement=said._replace(why=why, apply=apply),
        drops_reasons=drops,
        title=title,
        description=description,
        status=request.status,
        origin=request.origin,
        at=request.now,
        unmarks=takes_over,
    )


def _takes_over(request: Request, similar: Similar) -> bool:
    """Whether the user says what a note states that nobody has reviewed, and it states nothing else.

    Then the note is the user's, in their words and with their reasons: nothing that they did not say is reviewed by it.
    """
    return _is_unseen(request, similar.note) and is_all_of(similar)


def _is_kept_apart(request: Request, similar: Similar) -> bool:
    """Whether a note stays as it is and the statement gets one of its own."""
    is_strange = similar.note.origin in STRANGERS and similar.relation != "same"
    return not _takes_over(request, similar) and (is_strange or _is_unseen(request, similar.note))


def _is_unseen(request: Request, note: Note) -> bool:
    return request.origin == "user" and (note.origin in STRANGERS or note.status == UNREVIEWED)


def _replaced(similar: Similar, rewrite: Rewrite) -> tuple[str, ...]:
    """What a note said that it says no more."""
    note, said = similar.note, rewrite.statement
    gone = [similar.text] if rewrite.span is not None else []
    for label, old, new in ((WHY, note.why, said.why), (APPLY, note.apply, said.apply)):
        if old and _plain(old) != _plain(new) and (new or rewrite.drops_reasons):
            gone.append(f"{label} {old}")
    return tuple(gone)


def _new_title(request: Request, similar: Similar) -> str:
    """The title of a note that is the user's now, or says otherwise where its old one was made of what it said; else ``""``."""
    if _takes_over(request, similar):
        title = request.title or make_title(request.statement.rule)
        return "" if title == similar.note.title else title
    old = note_slug(make_title(similar.text))
    if similar.relation != "contradicts" or old not in {similar.note.name, note_slug(similar.note.title)}:
        return ""
    return request.title or make_title(request.statement.rule)


def _why_not_updated(similar: Similar, request: Request) -> tuple[str, ...]:
    met = {"same": "says the same as", "refines": "says more than", "contradicts": "contradicts"}[
        similar.relation
    ]
    if request.origin in STRANGERS or similar.note.origin in STRANGERS:
        if request.origin not in STRANGERS:
            return (f'it {met} "{similar.note.title}", a note of origin {similar.note.origin}, which stays',)
        return (f'it {met} "{similar.note.title}", which text of origin {request.origin} does not change',)
    if _is_unseen(request, similar.note):
        return (
            f'it {met} "{similar.note.title}" ({similar.note.path}), which says more and waits for review',
        )
    return (
        f'it {met} "{similar.note.title}" ({similar.note.path}), which can\'t be changed as it is written',
    )


def _line(request: Request, written: _Written, similar: Similar | None) -> Line:
    """What the index shall say of the note; a stranger's words are not in it."""
    kind = similar.note.type if similar is not None and written.action != CREATE else request.type
    line = Line(written.path, written.title, written.description, kind, written.retitled)
    if similar is not None and written.action == NONE:
        return veil(line, status=similar.note.status, origin=similar.note.origin)
    return veil(line, status=request.status, origin=request.origin)


def _too_long(written: _Written) -> tuple[str, ...]:
    if written.change is None or written.change.after is None:
        return ()
    chars = len(decode(written.change.after).text)
    if chars <= NOTE_CHARS:
        return ()
    return (
        f"{written.path} has {chars:,} characters, more than {NOTE_CHARS:,}; nothing is cut, but it costs much",
    )


def _check_forgotten(store: Store, request: Request) -> None:
    if request.origin == "user" or store.kind != WORKSPACE_STORE:
        return
    if _forgotten(store, request.statement.rule):
        raise RefusedError(
            "a person asked to forget this, so it is not remembered again",
            hint="a person can remember it: `daykeep remember` at a terminal",
        )


def _forgotten(store: Store, rule: str) -> dict[str, list[str]]:
    """The hashes of the rule's lines that have a tombstone, by the item it belongs to."""
    dead = find_tombstones(store.files)
    items: dict[str, list[str]] = {}
    for line in (hash_line(line) for line in rule.split("\n") if line.strip()):
        if line in dead:
            items.setdefault(dead[line], []).append(line)
    return items


def _lift(store: Store, request: Request) -> None:
    """What the user says again is wanted again."""
    if request.origin != "user" or store.kind != WORKSPACE_STORE:
        return
    for item, lines in _forgotten(store, request.statement.rule).items():
        lift_tombstone(store.files, item=item, lines=lines, now=request.now, by="user", how="remember")


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip("。.").casefold()
