"""Promotes a session's information to long-term memory: a thin front of `daykeep session sync`.

What is sure is added to MEMORY.md line by line, the rest waits in the review queue, and MEMORY.md is never written anew. Needs
the Python that daykeep is installed for.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

from daykeep.app import open_workspace
from daykeep.errors import UsageError
from daykeep.session.history.place import fitting_id
from daykeep.session.options.reading import load_options
from daykeep.session.records.model import IMPORTANCE, Record, importance_of, normal_type
from daykeep.session.sync.promote import SETTLED, Synced, sync
from daykeep.session.sync.rules import find_candidates

PENDING = "pending_promotion"


class MemorySynchronizer:
    """A session's file of JSON, with what is to be promoted in ``pending_promotion``, beside a workspace's MEMORY.md."""

    def __init__(self, session_file: Path, long_term_file: Path) -> None:
        """``long_term_file`` is the MEMORY.md of a workspace; ``session_file`` stands in the same workspace."""
        self.session_file = Path(session_file)
        self.workspace = open_workspace(Path(long_term_file).parent, environ=os.environ, strict=False)
        if self.workspace.layout.memory_target != Path(long_term_file).name:
            raise UsageError(f'"{long_term_file}" is not the memory of a workspace')

    def promote_to_long_term(self, info: dict[str, Any]) -> bool:
        """Whether the information is in memory now, or waits for a person; False where no rule promotes it."""
        return bool(self._promote([info]))

    def sync_session_to_long_term(self) -> int:
        """Promote what is pending; how many. Only what is in memory or waits leaves the list."""
        name = self.session_file.resolve().relative_to(self.workspace.root).as_posix()
        state = self.workspace.files.find_state(name)
        pending = state.value.get(PENDING)
        entries = [one for one in pending if isinstance(one, dict)] if isinstance(pending, list) else []
        done = self._promote(entries)

        def without(value: dict[str, Any]) -> dict[str, Any]:
            kept = [
                one
                for one in value.get(PENDING) or ()
                if not isinstance(one, dict) or _record(one).id not in done
            ]
            return {**value, PENDING: kept}

        if done:
            self.workspace.files.update_state(name, without)
        return len(done)

    def _promote(self, entries: list[dict[str, Any]]) -> set[str]:
        options, _ = load_options(self.workspace.files, self.workspace.settings)
        records = [_record(entry) for entry in entries if entry.get("content")]
        candidates = find_candidates(records, options.sync)
        done: Synced = sync(
            self.workspace.files,
            self.workspace.distilling,
            fitting_id(self.session_file.stem) or "session",
            candidates,
            auto_promote=options.sync.auto_promote,
        )
        return {one.candidate.record.id for one in done.promoted if one.status in SETTLED}


def _record(entry: dict[str, Any]) -> Record:
    """An entry as a record: of an agent's origin, whatever it says of itself."""
    content, kind = str(entry.get("content", "")), normal_type(str(entry.get("type") or "remark"))
    told = entry.get("importance")
    importance = told if told in IMPORTANCE else importance_of(kind)
    name = hashlib.sha256(f"{kind}\n{content}".encode()).hexdigest()[:12]
    return Record(name, kind, content, str(importance))
