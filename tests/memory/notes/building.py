"""Stores of every kind in a folder, and notes to put into them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from daykeep.files.store import Files
from daykeep.memory.notes.door import Request
from daykeep.memory.notes.note import Statement, Store
from daykeep.memory.notes.remember import Remembering, apply_remember

NOW = datetime(2026, 4, 6, 12, 30, 15, 250_000, tzinfo=UTC)


def workspace(root: Path) -> Store:
    return Store("workspace", Files(root, durable=False), "memory/notes", "single", "memory/notes/INDEX.md")


def collecting(root: Path) -> Store:
    return Store("user", Files(root, durable=False), "", "collected", "MEMORY.md")


def claude(root: Path) -> Store:
    return Store("claude", Files(root, durable=False), "", "single", "MEMORY.md", nested=True)


def request(
    rule: str, kind: str = "feedback", origin: str = "agent", why: str = "", apply: str = "", **more
) -> Request:
    return Request(Statement(rule, why, apply), kind, origin, NOW, **more)


def remember(store: Store, *words: str, **more: str) -> Remembering:
    return apply_remember(store, request(*words, **more))


def read(store: Store, path: str) -> str:
    data = store.files.find_bytes(store.name_of(path))
    return "" if data is None else data.decode()


def write(store: Store, path: str, text: str | bytes) -> None:
    target = store.files.root / store.name_of(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text if isinstance(text, bytes) else text.encode())


def index(store: Store) -> str:
    data = store.files.find_bytes(store.index_name)
    return "" if data is None else data.decode()


def tree(root: Path) -> dict[str, bytes]:
    """Every file below a root but daykeep's own."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".daykeep" not in path.parts
    }
