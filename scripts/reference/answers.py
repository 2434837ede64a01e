"""The page of JSON answers: every command is run with ``--json`` on a copy of the sample, and its answer's shape is kept.

Only names and types are kept, so that the page is the same on every machine and day.
"""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
import tempfile
import termios
from pathlib import Path
from typing import TYPE_CHECKING, Any

from daykeep.cli.frame import AGENT_MARKS

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLE = Path(__file__).resolve().parents[1] / "sample"
SKILLS = SAMPLE.parents[1] / "skills"
HEAD = """# JSON answers

<!-- Written by scripts/docs: every command below was run on the sample workspace; changes made here are overwritten. -->

With `--json` a command prints one JSON object on stdout: `"ok": true` and the keys below, or the error object of
[errors](errors.md) with the exit code it has there. What is said to a person on stderr otherwise stands in `"notes"`, a list of
texts that is left out when it is empty. Keys are added in later versions, never renamed; a reader should ignore keys it does not know.
Shown are the names and the types: `text`, `number`, `true or false`, `null`; a list has any length.
"""
LESSON = "A full disk looks like a broken application"
SAID_AGAIN = (
    "Before reading any application log check `df` and `df -i`: a full disk looks like a broken application."
)
KEPT = ("--session", "api-work", "--at", "2026-11-30 10:00")
RUNS: tuple[tuple[str, ...], ...] = (
    ("adopt",),
    ("init", "new", "--zone", "Asia/Shanghai", "--no-git"),
    ("config", "show"),
    ("config", "get", "zone"),
    ("log", "the token is TOKEN", "--at", "2026-11-29 22:10"),
    ("log", "show", "2026-11-29"),
    ("log", "todo", "--at", "2026-11-29 22:20"),
    ("start", "--as-of", "2026-11-29"),
    ("search", "restart nginx", "--limit", "3", "--at", "2026-11-29 22:30"),
    ("search", "restart nginx", "--limit", "1", "--context", "1", "--at", "2026-11-29 22:30"),
    ("search", "what happened last week", "--at", "2026-11-29 22:30"),
    ("show", "MEMORY.md:9"),
    ("enhance", "--query", "restart nginx", "--budget", "120", "--at", "2026-11-29 22:30"),
    ("context", "files", "--profile", "workspace"),
    ("context", "export", "--for", "cursor", "--inline", "--dry-run"),
    ("index", "status"),
    ("index", "update"),
    ("distill", "--since", "2026-11-16", "--until", "2026-11-25", "--at", "2026-11-25 23:00"),
    ("review", "list"),
    ("review", "show", "PROPOSAL"),
    ("review", "rebase"),
    ("review", "export"),
    ("review", "split", "PROPOSAL/FIFTH"),
    ("review", "edit", "PROPOSAL/FIRST"),
    ("review", "defer", "PROPOSAL/FIRST", "--until", "2026-12-24"),
    ("review", "reject", "PROPOSAL/SECOND"),
    ("review", "approve", "PROPOSAL/SECOND"),
    ("review", "undo", "SECOND"),
    ("review", "import", "../digest.md"),
    ("heartbeat", "--at", "2026-11-29 23:10"),
    ("heartbeat", "--dry-run", "--at", "2026-12-06 23:10"),
    ("heartbeat", "jobs", "--at", "2026-11-29 23:10"),
    ("heartbeat", "explain", "0 9 * * 1-5", "--at", "2026-11-29 23:10"),
    ("daemon", "status", "--at", "2026-11-29 23:20"),
    ("why", LESSON),
    ("why-not", "the picnic on Friday"),
    ("verify",),
    ("stats", "--weeks", "4", "--at", "2026-11-29 23:20"),
    ("history",),
    ("history", "--as-of", "2026-11-29"),
    ("archive", "--days", "3", "--dry-run", "--at", "2026-11-29 23:30"),
    ("forget", LESSON),
    ("forget", LESSON, "--dry-run"),
    ("forget", LESSON, "--yes", "--purge-history"),
    ("revert", "FORGETTING", "--dry-run"),
    ("revert", "FORGETTING"),
    ("log", "--kind", "lesson", SAID_AGAIN, "--at", "2026-11-29 23:40"),
    ("distill", "--since", "2026-11-29", "--until", "2026-11-29", "--at", "2026-11-29 23:50"),
    ("why", LESSON),
    ("revert", "ITEM", "--at", "2026-11-30 08:00"),
    ("doctor",),
    ("skills", "list"),
    ("skills", "check"),
    ("skills", "route", "--dry-run"),
    ("skills", "install", "context-manager", "--to", "claude"),
    ("skills", "uninstall", "context-manager", "--to", "claude"),
    ("propose", "SOUL.md", "--append", "I say when I am not sure."),
    ("trust", "USER.md"),
    ("session", "new", "--id", "api-work", "--at", "2026-11-30 09:00"),
    ("session", "ingest", "../talk.json", "--session", "api-work", "--at", "2026-11-30 09:00"),
    ("session", "list"),
    ("session", "status", "--session", "api-work"),
    ("session", "show", "--session", "api-work"),
    ("session", "show", "--session", "api-work", "--turn", "U1"),
    ("session", "show", "--session", "api-work", "--view"),
    ("session", "extract", "--session", "api-work", "--dry-run"),
    ("session", "register", "--id", "chat", "--type", "user_preference", "--content", "Use Feishu", *KEPT),
    ("session", "reference", "--id", "chat", "--round", "2", *KEPT),
    ("session", "decay", "--round", "30", *KEPT),
    ("session", "check-position", "--id", "chat", "--position", "50", "--total", "100", *KEPT),
    ("session", "refresh", "--round", "60", *KEPT),
    ("session", "monitor", "--round", "90", *KEPT),
    ("session", "compress", *KEPT),
    ("session", "enhance", "--query", "preference", *KEPT),
    ("session", "summarize", *KEPT),
    ("session", "sync", *KEPT),
    ("recall", "--session", "api-work"),
    ("recall", "which database", "--session", "api-work"),
    ("session", "end", "--session", "api-work", "--at", "2026-11-30 18:00"),
    ("hooks", "install", "--scope", "local"),
    ("hooks", "status"),
    ("hooks", "uninstall", "--scope", "local"),
    ("backup", "../whole.tar.gz", "--dry-run"),
    ("backup", "../whole.tar.gz"),
    ("backup", "../whole.tar.gz", "--check"),
    ("restore", "../whole.tar.gz", "../again", "--dry-run"),
    ("restore", "../whole.tar.gz", "../again"),
    ("uninstall", "--dry-run"),
)
TALK = (
    {
        "role": "user",
        "content": "Use Postgres, not MySQL. Never deploy on Fridays, nobody is around to roll back.",
    },
    {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "t1", "name": "ls", "input": {"path": "db"}}],
    },
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "schema.sql"}]},
    {"role": "assistant", "content": "Postgres it is."},
)
"""A conversation beside the workspace."""
AGAIN: tuple[tuple[str, ...], ...] = (
    ("why", "KEPT"),
    ("verify",),
    ("stats",),
    ("history",),
)
"""What answers with more once things were decided and files were edited by hand: its keys join those of the first time."""


def shape(value: Any) -> Any:
    """The shape of a JSON value: objects keep their keys, lists keep one merged element, the rest becomes its type."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        merged: Any = None
        for item in value:
            merged = merge(merged, shape(item))
        return [] if merged is None else [merged]
    if isinstance(value, bool):
        return "true or false"
    if value is None:
        return "null"
    return "text" if isinstance(value, str) else "number"


def merge(one: Any, other: Any) -> Any:
    """One shape that both fit: keys of both, types joined by ``or``."""
    if one is None or one == other:
        return other
    if isinstance(one, dict) and isinstance(other, dict):
        return {
            key: merge(one.get(key), other[key]) if key in other else one[key]
            for key in [*one, *(key for key in other if key not in one)]
        }
    if isinstance(one, list) and isinstance(other, list):
        return [merge(one[0] if one else None, other[0])] if other else one
    if isinstance(one, str) and isinstance(other, str):
        return " or ".join(sorted({*one.split(" or "), *other.split(" or ")}))
    return other if one == "null" else one


def render_page() -> str:
    """The text of ``docs/reference/json.md``."""
    sections: dict[str, tuple[tuple[str, ...], Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder) / "workspace"
        shutil.copytree(SAMPLE, workspace)
        shutil.copytree(SKILLS, workspace / "skills")
        _make_repository(workspace)
        (workspace.parent / "talk.json").write_text(json.dumps(TALK), encoding="utf-8")
        words = {"TOKEN": "ghp_" + "x7" * 18}  # put together here: no secret stands in the repository
        for number, arguments in enumerate((*RUNS, *AGAIN)):
            if number == len(RUNS):
                _edit_by_hand(workspace)
            answer = run(tuple(_fill(word, words) for word in arguments), workspace)
            if arguments[0] == "why":
                words.setdefault("ITEM", answer["sources"][0]["item"])
            if arguments[0] == "forget" and answer.get("commit"):
                words["FORGETTING"] = answer["commit"]
            if arguments == ("review", "list"):
                words |= _names_of(answer["proposals"][0])
            if arguments == ("review", "export"):
                _tick(answer["parts"][0]["text"], words["SECOND"], workspace.parent / "digest.md")
            heading = _heading(arguments)
            first, known = sections.get(heading, (arguments, None))
            sections[heading] = first, merge(known, {**shape(_without_notes(answer)), "ok": answer["ok"]})
    return "\n".join([HEAD, *(_section(heading, *found) for heading, found in sections.items())])


def _without_notes(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without what was said about the run, which stands last: how busy the machine is must not change the page."""
    return {key: value for key, value in answer.items() if key != "notes" or key != list(answer)[-1]}


def _edit_by_hand(workspace: Path) -> None:
    """Change two files as an editor does: nobody has approved that."""
    memory, soul = workspace / "MEMORY.md", workspace / "SOUL.md"
    lines = memory.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if "has no swap" not in line]
    memory.write_text("".join([*kept, "- Written by hand.\n"]), encoding="utf-8")
    soul.write_text(soul.read_text(encoding="utf-8") + "- Written by hand.\n", encoding="utf-8")


def _names_of(proposal: dict[str, Any]) -> dict[str, str]:
    """What stands for a proposal and some of its items in the command lines."""
    items = [item["id"] for item in proposal["items"]]
    kept = next(text for text in proposal["items"][1]["text"] if text.strip())
    return {
        "PROPOSAL": proposal["id"],
        "FIRST": items[0],
        "SECOND": items[1],
        "FIFTH": items[4],
        "KEPT": kept,
    }


def _tick(digest: str, item: str, path: Path) -> None:
    """Write a digest as a person answers it."""
    path.write_text(digest.replace(f"- [ ] reject {item}", f"- [x] reject {item}"), encoding="utf-8")


def _fill(word: str, words: dict[str, str]) -> str:
    for name, value in words.items():
        word = word.replace(name, value)
    return word


def _section(heading: str, arguments: tuple[str, ...], answer: Any) -> str:
    line = " ".join(f'"{word}"' if " " in word else word for word in arguments)
    text = json.dumps(answer, ensure_ascii=False, indent=2)
    return f"## daykeep {heading}\n\n```sh\ndaykeep {line} --json\n```\n\n```json\n{text}\n```\n"


def _heading(arguments: tuple[str, ...]) -> str:
    """The command's name with the words and options that make it answer in another shape."""
    shown = {
        "show",
        "get",
        "todo",
        "status",
        "update",
        "list",
        "check",
        "route",
        "jobs",
        "explain",
        "--as-of",
        "--dry-run",
        *_REVIEWS,
    }
    if arguments[0] in _GROUPS:
        return " ".join([*arguments[:2], *(word for word in arguments[2:] if word in _PARTS)])
    return " ".join([arguments[0], *(word for word in arguments[1:] if word in shown)])


def _make_repository(workspace: Path) -> None:
    identity = ["-c", "user.name=Mira", "-c", "user.email=mira@localhost", "-c", "commit.gpgsign=false"]
    for arguments in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-q", "-m", "Two weeks of logs"]):
        subprocess.run(["git", "-C", str(workspace), *arguments], env=environment(workspace), check=True)


def environment(workspace: Path) -> dict[str, str]:
    """A bare environment: no settings of this machine, a known zone, a terminal of no known agent."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("DAYKEEP_", "GIT_", "XDG_"))
    }
    return {**kept, "HOME": str(workspace.parent), "TZ": "Asia/Shanghai", "GIT_CONFIG_NOSYSTEM": "1"}


_GROUPS = frozenset({"hooks", "session"})
"""Groups whose second word is always a command."""
_PARTS = frozenset({"--turn", "--view"})
_REVIEWS = ("rebase", "export", "split", "edit", "defer", "reject", "approve", "undo", "import")
_BY_A_PERSON = ("split", "edit", "defer", "reject", "approve", "undo", "import")


def run(arguments: tuple[str, ...], workspace: Path) -> Any:
    """Run one command line in ``workspace`` and return its JSON answer, also when it is an error.

    What only a person does is done at a terminal, and every question there is answered with yes.
    """
    if (arguments[0] == "review" and arguments[1] in _BY_A_PERSON) or _is_for_a_person(arguments):
        return _run_at_terminal(arguments, workspace)
    result = subprocess.run(
        [sys.executable, "-m", "daykeep", *arguments, "--json"],
        cwd=workspace,
        env=environment(workspace),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(result.stdout)


def _is_for_a_person(arguments: tuple[str, ...]) -> bool:
    return (arguments[0] == "forget" and "--yes" in arguments) or (
        arguments[0] == "revert" and "--at" not in arguments and "--dry-run" not in arguments
    )


def _run_at_terminal(arguments: tuple[str, ...], workspace: Path) -> Any:
    ours, theirs = pty.openpty()
    mode = termios.tcgetattr(theirs)
    mode[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, mode)
    kept = {key: value for key, value in environment(workspace).items() if not key.startswith(AGENT_MARKS)}
    os.write(ours, b"y\ny\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "daykeep", *arguments, "--json"],
        cwd=workspace,
        env={**kept, "VISUAL": "true"},
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    shown = b"".join(_parts(ours))
    process.wait()
    os.close(ours)
    return json.loads(shown.replace(b"\r\n", b"\n"))


def _parts(terminal: int) -> Iterator[bytes]:
    """What is shown on a terminal until the program that holds it ends."""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # Linux: the other end is closed
            return
        if not part:
            return
        yield part
