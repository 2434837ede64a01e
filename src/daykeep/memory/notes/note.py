"""What a note is: one thing worth knowing, of one of four types, in a file of its own or a section of a collecting file.

The format is that of Claude Code's memory: Markdown under a frontmatter with ``name``, ``description`` and ``type``;
a note about how to work says **Why:** and **How to apply:** in its body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from daykeep.files.encoding import Problem
    from daykeep.files.store import Files

USER, FEEDBACK, PROJECT, REFERENCE = "user", "feedback", "project", "reference"
TYPES = (USER, FEEDBACK, PROJECT, REFERENCE)
"""Who the user is · how to work (corrections and what was confirmed) · what goes on · where to look elsewhere."""

UNREVIEWED, REVIEWED = "unreviewed", "reviewed"

SINGLE, COLLECTED = "single", "collected"
"""One file a note; one file a type (``user.md`` ...) with a section a note."""
WORKSPACE_STORE, USER_STORE, PROJECT_STORE, CLAUDE_STORE = "workspace", "user", "project", "claude"
AGENT_STORE, TEAM_STORE = "agent", "team"

WORKSPACE_INDEX = f"{NOTES_FOLDER}/INDEX.md"
"""Not MEMORY.md: a file of that name waits for a person's approval in a workspace, and notes are reviewed one by one."""
CLAUDE_INDEX = "MEMORY.md"

NOTE_CHARS = 40_000
"""Above this many characters a note is warned about, never cut."""


class Statement(NamedTuple):
    """What is to be remembered: the rule or fact itself, why it holds, and when and how it applies."""

    rule: str
    why: str = ""
    apply: str = ""


class Note(NamedTuple):
    """One note as it stands on disk.

    ``path`` is relative to the store's folder. ``type`` is ``""`` where there is none or an unknown one, ``status``
    what the file says (unreviewed, reviewed, active ...), ``origin`` who wrote it, ``""`` where nothing says so.
    ``body`` are the lines below the frontmatter, or of the section; ``why`` and ``apply`` are taken out of them.
    ``title`` is what a person reads in lists. ``first`` and ``last`` are the lines of a section in a collecting file,
    0 and 0 where the note is the whole file; ``line`` is that of ``body[0]``. ``modified`` is the stamp as written,
    ``chars`` the length of the file.
    """

    path: str
    name: str
    description: str
    type: str
    status: str
    origin: str
    body: tuple[str, ...]
    why: str
    apply: str
    problems: tuple[Problem, ...] = ()
    title: str = ""
    first: int = 0
    last: int = 0
    line: int = 1
    modified: str = ""
    chars: int = 0

    @property
    def text(self) -> str:
        """The body as one text, without blank lines at its ends."""
        return "\n".join(self.body).strip("\n")


class Store(NamedTuple):
    """A place where notes live: a folder in the root of ``files``, how notes stand in it, and its index.

    ``kind`` is workspace, user, project, claude, agent or team. ``folder`` and ``index_name`` are names in ``files``;
    ``folder`` is ``""`` where the root itself holds the notes. ``nested`` says that new notes get the frontmatter that
    Claude Code writes, with ``metadata.type`` and a stamp.
    """

    kind: str
    files: Files
    folder: str
    form: str
    index_name: str
    nested: bool = False

    def name_of(self, path: str) -> str:
        """The name in ``files`` of a path in the store."""
        return f"{self.folder}/{path}" if self.folder else path
