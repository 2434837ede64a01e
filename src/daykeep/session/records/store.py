"""The register of a session on disk: ``.daykeep/data/sessions/<id>/records.json``, changed under its lock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.session.history.place import SESSIONS_FOLDER, session_file
from daykeep.session.records.model import Record, Register, importance_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.files.store import Files

RECORDS_FILE = "records.json"
SCHEMA = 1


def load_register(files: Files, session_id: str) -> Register:
    """What is registered in a session; nothing if nothing is. What can't be read is a problem, never an error."""
    state = files.find_state(session_file(session_id, RECORDS_FILE))
    return parse_register(state.value)._replace(problems=state.problems)


def change_register(files: Files, session_id: str, change: Callable[[Register], Register]) -> Register:
    """Change what is registered, under its lock; what it is then.

    ``change`` may raise; nothing is written then. Keys that others added to the file stay. Several processes that
    register at the same time lose nothing.
    """
    done: list[Register] = []

    def apply(value: dict[str, Any]) -> dict[str, Any]:
        after = change(parse_register(value))
        done.append(after)
        return render_register(after, value)

    files.update_state(session_file(session_id, RECORDS_FILE), apply)
    return done[-1]


def list_sessions(files: Files) -> list[str]:
    """The ids of the sessions in which something is registered, sorted."""
    if files.kind(SESSIONS_FOLDER) != "folder":
        return []
    names = files.list_names(SESSIONS_FOLDER, recursive=True, prefixes=(RECORDS_FILE,))
    found = [name.removeprefix(f"{SESSIONS_FOLDER}/").removesuffix(f"/{RECORDS_FILE}") for name in names]
    return sorted(one for one in found if one and "/" not in one)


def parse_register(value: dict[str, Any]) -> Register:
    """The register that a JSON object says; entries without an id, a type and a content are passed over."""
    entries = value.get("records")
    rows = entries.items() if isinstance(entries, dict) else ()
    found = [_parse(str(name), row) for name, row in rows if isinstance(row, dict)]
    return Register(
        tuple(record for record in found if record is not None),
        _number(value.get("round")),
        _number(value.get("observed")) or 0,
    )


def render_register(known: Register, before: dict[str, Any]) -> dict[str, Any]:
    """The JSON object for a register; keys of ``before`` that are not ours stay, in every record too."""
    old = before.get("records")
    rows = dict(old) if isinstance(old, dict) else {}
    for record in known.records:
        there = rows.get(record.id)
        fields = {key: list(one) if isinstance(one, tuple) else one for key, one in record._asdict().items()}
        del fields["id"]
        rows[record.id] = {**(there if isinstance(there, dict) else {}), **fields}
    return {**before, "v": SCHEMA, "round": known.round, "observed": known.observed, "records": rows}


def _parse(name: str, row: dict[str, Any]) -> Record | None:
    kind, content = row.get("type"), row.get("content")
    if not (name and isinstance(kind, str) and isinstance(content, str) and kind and content):
        return None
    earlier = row.get("earlier")
    return Record(
        name,
        kind,
        content,
        importance_of(kind),
        _text(row.get("origin")) or "agent",
        registered=_number(row.get("registered")),
        referenced=_number(row.get("referenced")),
        references=_number(row.get("references")) or 0,
        refreshed=_number(row.get("refreshed")),
        position=_number(row.get("position")),
        total=_number(row.get("total")),
        confirmed=row.get("confirmed") is True,
        superseded_by=_text(row.get("superseded_by")),
        earlier=tuple(one for one in earlier if isinstance(one, str)) if isinstance(earlier, list) else (),
        at=_text(row.get("at")),
    )


def _number(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
