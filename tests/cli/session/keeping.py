"""A session with a history, for the commands that keep information in force."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from daykeep.transcripts.messages.read import read_conversation

PREF = ("--id", "user_pref", "--type", "user_preference", "--content", "Use Feishu notifications")


def keep_history(desk, work, *texts):
    """A session with a history in which the user says these texts."""
    store = SessionStore(Files(work))
    info = store.new(at=datetime(2026, 3, 16, 8, 0, tzinfo=UTC), session_id="kept")
    messages = [
        {"role": role, "content": text}
        for said in texts
        for role, text in (("user", said), ("assistant", "ok"))
    ]
    path = desk.folder / "messages.json"
    path.write_text(json.dumps(messages), encoding="utf-8")
    store.append(info.id, read_conversation(path).messages)
