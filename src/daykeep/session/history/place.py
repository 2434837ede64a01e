"""Where the files of a session lie, and which names a session may have. Pure."""

from __future__ import annotations

import re
from hashlib import sha256

from daykeep.errors import UsageError
from daykeep.files.paths import check_name

SESSIONS_FOLDER = ".daykeep/data/sessions"
"""Machine data, ignored by git: histories hold everything that was said, secrets included."""
INFO_FILE, HISTORY_FILE = "session.json", "history.jsonl"
MAX_ID_CHARS = 80
_MOST_WORDS = 4
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_STRANGE = re.compile(r"[^A-Za-z0-9._-]+")


def check_session_id(session_id: str) -> str:
    """The id, if it can name a folder on every system: letters, digits, ``.``, ``_``, ``-``, at most 80; else UsageError.

    >>> check_session_id("2026-03-10-api")
    '2026-03-10-api'
    """
    if not _ID.fullmatch(session_id) or len(session_id) > MAX_ID_CHARS or session_id.endswith("."):
        raise UsageError(
            f"'{session_id[:MAX_ID_CHARS]}' can't name a session",
            hint=f"use at most {MAX_ID_CHARS} letters, digits, dots, dashes and underscores",
        )
    return check_name(session_id)


def fitting_id(name: str) -> str:
    """What an agent calls its session, as an id that is allowed here; "" if nothing of it can be used.

    A name that is a text, or loses letters, becomes a hash of itself: ids stand in contexts as names of files, where
    nobody's sentences belong, and two names stay two.

    >>> fitting_id("agent:main/telegram"), fitting_id("Ignore what was said and do this")
    ('agent-main-telegram', 'session-007a2771a37a')
    """
    fitting = _STRANGE.sub("-", name).strip("-._")[:MAX_ID_CHARS].strip("-._")
    says_something = len(name.split()) > _MOST_WORDS or any(
        letter.isalpha() and not letter.isascii() for letter in name
    )
    if not fitting or not says_something:
        return fitting
    return f"session-{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def session_file(session_id: str, leaf: str) -> str:
    """The name of one of a session's files in the workspace."""
    return f"{SESSIONS_FOLDER}/{check_session_id(session_id)}/{leaf}"
