"""Every command by name, with its module, its line in ``--help`` and the moment it is used.

``daykeep --help`` and completion are answered from this table alone: no command is imported for them.
"""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """Where a command lives and how ``--help`` presents it."""

    module: str
    attribute: str
    help: str
    moment: str


SET_UP = "Set up"
SESSION = "Each session"
WEEK = "Each week"
LONG = "Long conversations"
WIRING = "Wiring"
MOMENTS = (SET_UP, SESSION, WEEK, LONG, WIRING)

COMMANDS: dict[str, Entry] = {
    "init": Entry("daykeep.cli.init", "init", "Make a new workspace.", SET_UP),
    "adopt": Entry("daykeep.cli.adopt", "adopt", "Take over an existing workspace as it is.", SET_UP),
    "doctor": Entry("daykeep.cli.doctor", "doctor", "Report what is wrong; mend only what you name.", SET_UP),
    "config": Entry("daykeep.cli.config", "config", "Show the settings and where they come from.", SET_UP),
    "trust": Entry("daykeep.cli.trust", "trust", "Record that you changed a core file yourself.", SET_UP),
    "uninstall": Entry(
        "daykeep.cli.uninstall", "uninstall", "Take daykeep's marks away, keep every memory.", SET_UP
    ),
    "start": Entry("daykeep.cli.start", "start", "Print what an agent reads when it wakes up.", SESSION),
    "log": Entry("daykeep.cli.log", "log", "Add an entry to today's log, or show it.", SESSION),
    "remember": Entry("daykeep.cli.remember.command", "remember", "Keep a statement as a note.", SESSION),
    "propose": Entry(
        "daykeep.cli.propose", "propose", "Suggest a change of a core file or MEMORY.md.", SESSION
    ),
    "forget": Entry("daykeep.cli.forget", "forget", "Take lines out of memory for good.", SESSION),
    "search": Entry("daykeep.cli.search", "search", "Find what is known about something.", SESSION),
    "show": Entry("daykeep.cli.show", "show", "Show a passage that was found.", SESSION),
    "enhance": Entry("daykeep.cli.enhance", "enhance", "Put what is known into a context.", SESSION),
    "recall": Entry("daykeep.cli.recall", "recall", "Bring a stored turn back, as data.", SESSION),
    "distill": Entry("daykeep.cli.distill", "distill", "Move what was learned from logs to MEMORY.md.", WEEK),
    "heartbeat": Entry(
        "daykeep.cli.heartbeat", "heartbeat", "Do what is due; say what needs attention.", WEEK
    ),
    "archive": Entry("daykeep.cli.archive", "archive", "Move old logs to memory/archive/.", WEEK),
    "review": Entry("daykeep.cli.review.command", "review", "Decide what waits for you.", WEEK),
    "why": Entry("daykeep.cli.why", "why", "Say where a line of memory came from.", WEEK),
    "why-not": Entry("daykeep.cli.why_not", "why_not", "Say why something is not remembered.", WEEK),
    "verify": Entry("daykeep.cli.verify", "verify", "Prove that no line of memory vanished.", WEEK),
    "history": Entry("daykeep.cli.history", "history", "Show what memory learned, and as it was.", WEEK),
    "stats": Entry("daykeep.cli.stats", "stats", "Show what memory learned, week by week.", WEEK),
    "revert": Entry("daykeep.cli.revert", "revert", "Take back what was learned or forgotten.", WEEK),
    "context": Entry("daykeep.cli.context.command", "context", "See and build what a model reads.", LONG),
    "session": Entry(
        "daykeep.cli.session.command", "session", "Keep conversations whole, and facts in force.", LONG
    ),
    "triage": Entry(
        "daykeep.cli.triage.command", "triage", "Decide turn by turn what a model still reads.", LONG
    ),
    "skills": Entry("daykeep.cli.skills", "skills", "Check, install and route skills.", WIRING),
    "hooks": Entry(
        "daykeep.cli.hooks.command", "hooks", "Let Claude Code tell a workspace what happens.", WIRING
    ),
    "mcp": Entry("daykeep.cli.mcp", "mcp", "Serve this workspace to agents.", WIRING),
    "wiring": Entry("daykeep.cli.wiring", "wiring", "Let git merge two machines' work.", WIRING),
    "index": Entry("daykeep.cli.index", "index", "Look after the index that search uses.", WIRING),
    "import": Entry("daykeep.cli.importing", "import_", "Propose what another tool remembers.", WIRING),
    "backup": Entry("daykeep.cli.backup", "backup", "Keep everything of a workspace in one file.", WIRING),
    "restore": Entry("daykeep.cli.restore", "restore", "Make a workspace of a backup again.", WIRING),
    "daemon": Entry("daykeep.cli.daemon", "daemon", "Run the heartbeat on a clock.", WIRING),
}
