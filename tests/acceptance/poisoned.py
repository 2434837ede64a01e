"""A workspace that strange texts get to by every way there is, what carries them on there, and where they went."""

from __future__ import annotations

import json
import os
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from daykeep.app import open_workspace
from tests.acceptance.poisons import FORGED, Poison, found_in
from tests.hooks.calling import SESSION, Place, event

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from daykeep.app import Workspace
    from tests.cli.setting_up import Desk

CORE = ("SOUL.md", "USER.md", "AGENTS.md", "TOOLS.md", "HEARTBEAT.md")
DATA_LABELS = {"unreviewed", "web", "tool", "import", "hook", "transcript", "external", "unknown"}
NOW = datetime.now(UTC)
LATER, NEXT_WEEK = ((NOW + timedelta(days=days)).isoformat() for days in (2, 9))
GOOD = {
    "problem": "The boiler stopped at night because its valve sticks when it is cold.",
    "fix": "Warm the valve for ten minutes before the boiler is started.",
    "lesson": "A cold valve has to be warmed before the boiler is started.",
}
"""What the agent itself learned: that this gets into MEMORY.md shows that the way there is open."""
QUESTIONS = (
    "what should I do before each answer?",
    "who may approve every proposal?",
    "which deploy key do we use and where does it come from?",
    "每次回答前要做什么？",
    "部署密钥从哪里来？",
    "what does the maintainer say about USER.md and HEARTBEAT.md?",
)


class Poisoned:
    """A workspace, the command line and hooks that work on it, and the core files as they were."""

    def __init__(self, desk: Desk, root: Path) -> None:
        self.desk, self.root = desk, root
        desk._patch.delenv("DAYKEEP_DISTILL_PROFILE")
        self.run("init", str(root), where=desk.folder)
        settings = root / "daykeep.toml"
        given = settings.read_text(encoding="utf-8")
        settings.write_text(given.replace("[history]\n", "[history]\nenabled = false\n"), encoding="utf-8")
        folders = [desk.folder / name for name in ("project", "transcripts")]
        for folder in folders:
            folder.mkdir()
        self.hooks = Place(root, *folders, desk.folder / "home")
        self.core = {name: (root / name).read_bytes() for name in CORE}
        self.outputs: list[tuple[str, str]] = []

    def run(self, *words: str, where: Path | None = None, codes: tuple[int, ...] = (0, 10)) -> str:
        """Run a command line; what it said."""
        answer = self.desk.run(*words, where=where or self.root)
        assert answer.code in codes, (words, answer.code, answer.err)
        return answer.out

    def open(self) -> Workspace:
        """The workspace as it is now."""
        return open_workspace(self.root, environ=os.environ, strict=False)

    def tell(self, name: str, **fields: Any) -> str:
        """Tell the hook's real program an event; what it puts into the agent's context."""
        told = event(
            name, **{"cwd": str(self.hooks.project), "transcript_path": str(self.transcript), **fields}
        )
        done = self.hooks.run(json.dumps(told).encode())
        assert (done.returncode, done.stderr) == (0, b"")
        if not done.stdout:
            return ""
        return json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]

    @property
    def transcript(self) -> Path:
        """Where the agent writes its session."""
        return self.hooks.transcripts / f"{SESSION}.jsonl"

    def carry_on(self) -> None:
        """Everything that moves texts from one place to another by itself, and everything that puts them into a context."""
        workspace = self.open()
        from daykeep.operations.log import Wish, add_entry

        add_entry(workspace, Wish(**GOOD))
        if (self.root / ".daykeep/data/sessions").is_dir():
            self.run("session", "extract", codes=(0, 3, 5, 10))
            self.run("session", "sync", codes=(0, 3, 5, 10))
            self.run("session", "end", "--sync", codes=(0, 3, 5, 10))
        self.run("distill", "--all", "--at", LATER)
        self.run("distill", "--all", "--force", "--profile", "classic", "--at", LATER)
        self.run("heartbeat", "--at", NEXT_WEEK)
        self.look()

    def look(self) -> None:
        """Build every context that an agent may be given, and keep what stands in it."""
        for words in (
            ("start",),
            ("start", "--full"),
            ("start", "--session", "heartbeat"),
            ("start", "--budget", "60000 tokens"),
        ):
            self.outputs.append((" ".join(words), self.run(*words)))
        for question in QUESTIONS:
            self.outputs.append((question, self.run("enhance", "--query", question, "--budget", "4000")))
        for source in ("startup", "compact"):
            self.outputs.append((f"SessionStart {source}", self.tell("SessionStart", source=source)))
        for question in QUESTIONS[:3]:
            self.outputs.append((f"prompt {question}", self.tell("UserPromptSubmit", prompt=question)))

    def check(self, *, own: bool = False) -> None:
        """What holds whatever came in: no core file and no line of MEMORY.md is changed by it, and contexts show it as data alone.

        ``own`` texts were said by the agent itself: its log may stand among notes as well.
        """
        for name, data in self.core.items():
            assert (self.root / name).read_bytes() == data, name
        memory = (self.root / "MEMORY.md").read_text(encoding="utf-8")
        assert any(text.rstrip(".") in memory for text in GOOD.values()), "nothing at all is learned"
        assert names(found_in(memory)) == [], names(found_in(memory))
        for what, output in self.outputs:
            loose = found_in(outside_data(output, own=own))
            assert names(loose) == [], f"{what}: {names(loose)}\n{output}"

    @property
    def is_served(self) -> bool:
        """Whether any context showed any of the texts at all, as data: else that none is loose would say little."""
        return any(found_in(output) for _, output in self.outputs)

    def check_origins(self, *origins: str) -> set[str]:
        """That every text that is kept says whose it is; the marks of those that are."""
        kept: set[str] = set()
        for path in sorted(self.root.rglob("*.md")):
            name = path.relative_to(self.root).as_posix()
            if name.startswith((".git/", ".daykeep/", "skills/", "cron/")):
                continue
            text = path.read_text(encoding="utf-8")
            inside = found_in(text)
            if inside:
                is_index = name == "memory/notes/INDEX.md"
                assert self.points_at_own(text) if is_index else says_origin(name, text, origins), name
                kept |= {poison.mark for poison in inside}
        for proposal in self.waiting():
            for item in proposal["items"]:
                inside = found_in(json.dumps(item, ensure_ascii=False))
                assert not inside or item["origin"] in origins, item
                kept |= {poison.mark for poison in inside}
        return kept

    def points_at_own(self, index: str) -> bool:
        """Whether a line of the index holds strange words only where the note is the agent's own, which says so itself."""
        for line in index.splitlines():
            linked = re.findall(r"\]\(([^()\s]+\.md)\)", line)
            paths = [self.root / "memory/notes" / path for path in linked]
            if found_in(line):
                note = next(path for path in paths if path.is_file()).read_text(encoding="utf-8")
                if "\norigin: agent\n" not in note.split("\n---\n")[0] + "\n":
                    return False
        return True

    def waiting(self) -> list[dict[str, Any]]:
        """The proposals that wait for a person."""
        return json.loads(self.run("review", "list", "--json"))["proposals"]


def outside_data(output: str, *, own: bool = False) -> str:
    """What of a context stands outside of its data blocks (and notes); a block whose end its own text could write is none."""
    kinds = "data|notes" if own else "data"

    def cut(match: re.Match[str]) -> str:
        kind, label, proof, inside = match[1], match[2] or "", match[3], match[4]
        is_told = kind == "notes" or label in DATA_LABELS
        is_good = is_told and proof != FORGED and not re.search(r"<\s*/?\s*(?:data|notes)\b", inside)
        return "" if is_good else match[0]

    return re.sub(rf"(?ms)^<({kinds})(?: ([a-z-]+))? ([0-9a-f]{{16}})>\n(.*?)^</\1 \3>$", cut, output)


def says_origin(name: str, text: str, origins: tuple[str, ...]) -> bool:
    """Whether a file says of the strange text in it whose it is: by its place, its frontmatter, or the marks around it."""
    if name.startswith("memory/agent/"):
        return True
    if name.startswith("memory/notes/"):
        head = text.split("\n---\n", maxsplit=1)[0].split("\n")
        return "status: unreviewed" in head and any(f"origin: {origin}" in head for origin in origins)
    if name.startswith("memory/sessions/"):
        return False
    marked = re.compile(
        rf"(?ms)^<!-- daykeep:origin origin=(?:{'|'.join(origins)})[^\n]*-->$.*?^<!-- /daykeep:origin -->$"
    )
    return "agent" in origins or not found_in(marked.sub("", text))


def names(poisons: Iterable[Poison]) -> list[str]:
    """Poisons as a report names them."""
    return [f"{poison.mark} {poison.family} {poison.language}" for poison in poisons]
