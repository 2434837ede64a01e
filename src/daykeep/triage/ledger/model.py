"""What the ledger holds: facts, each with who said it and where."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """One fact of a turn that left the view.

    ``key`` says what the value is of ("" if the text doesn't say), ``actor`` who said it (``user``, ``assistant``, ``tool``).
    ``is_denied`` holds where its clause denies it. ``is_statement`` marks a person's sentence, kept word for word. ``must``
    marks what a person said. ``supersedes`` is the older value of the same key, "" if there is none.
    """

    unit_id: str
    actor: str
    value: str
    key: str = ""
    is_denied: bool = False
    is_statement: bool = False
    must: bool = False
    supersedes: str = ""

    @property
    def text(self) -> str:
        """How it stands in the block."""
        value = f"{self.key}={self.value}" if self.key else self.value
        denial = "not " if self.is_denied and not self.is_statement else ""
        return f"{denial}{value}{f' (was {self.supersedes})' if self.supersedes else ''}"


class Ledger(NamedTuple):
    """The facts block: its entries in the order of the conversation, its text, and what had no room.

    ``evicted`` are the units of which a fact was left out, in order; their originals are among the stored turns.
    ``size`` is that of the text, in the measure of the budget.
    """

    entries: tuple[Entry, ...]
    text: str
    size: int
    evicted: tuple[str, ...]
