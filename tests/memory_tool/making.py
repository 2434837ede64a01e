"""A workspace on disk and the model's commands on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.memory_tool import Result, run_memory_command
from tests.git.playground import Playground
from tests.workspace.making import write

if TYPE_CHECKING:
    from pathlib import Path

AT = "2026-03-10T12:00:00+00:00"
TODAY = "memory/2026-03-10.md"
CORE = {
    "SOUL.md": "# SOUL\n\nBe kind.\n",
    "USER.md": "# USER\n\n- Time zone: UTC\n",
    "AGENTS.md": "# AGENTS\n",
    "TOOLS.md": "# TOOLS\n",
    "HEARTBEAT.md": "# HEARTBEAT\n",
    "MEMORY.md": "# MEMORY\n\n- Tests need a real database.\n",
    "daykeep.toml": "",
}


class Memory:
    """A workspace with these files in it, as a model sees it through its memory tool."""

    def __init__(self, root: Path, contents: dict[str, str | bytes] | None = None) -> None:
        self.root = root
        write(root, {**CORE, **(contents or {})})

    def do(self, command: str, path: str = "", **fields: Any) -> Result:
        """The answer to one command; ``path`` is left out where it is empty."""
        given = {"command": command, **fields, **({"path": path} if path else {})}
        return run_memory_command(self.root, given, at=AT)

    def text(self, command: str, path: str = "", **fields: Any) -> str:
        """The text of the answer to a command that is done."""
        result = self.do(command, path, **fields)
        assert not result.is_error, result.text
        return result.text

    def error(self, command: str, path: str = "", **fields: Any) -> str:
        """The text of the answer to a command that is not done."""
        result = self.do(command, path, **fields)
        assert result.is_error, result.text
        return result.text

    def bytes(self, name: str) -> bytes:
        """What stands in a file of the workspace."""
        return (self.root / name).read_bytes()

    def names(self) -> set[str]:
        """Every file of the workspace but those of git and of daykeep."""
        found = {path.relative_to(self.root).as_posix() for path in self.root.rglob("*") if path.is_file()}
        return {name for name in found if not name.startswith((".git/", ".daykeep/"))}


def with_history(
    root: Path, home: Path, contents: dict[str, str | bytes] | None = None
) -> tuple[Memory, Playground]:
    """The same in a git repository with one commit."""
    playground = Playground(root, home).start()
    memory = Memory(root, contents)
    playground.git("add", "-A")
    playground.git("commit", "-m", "Begin")
    return memory, playground
