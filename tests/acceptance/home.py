"""Runs the installed ``daykeep`` the way a person or an agent does: a process in a folder, with a bare environment."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

DAYKEEP = str(Path(sys.executable).with_name("daykeep"))


class Home:
    """A user's home with one workspace in it; ``day`` by day, commands run with ``--at`` in the user's zone."""

    def __init__(self, folder: Path, *, path: str | None = None) -> None:
        self.folder = folder
        self.root = folder / "workspace"
        # No git identity, no settings, and a machine zone that is not the user's.
        self.environment = {
            "HOME": str(folder),
            "PATH": os.environ["PATH"] if path is None else path,
            "TZ": "UTC",
            "LANG": "C.UTF-8",
            "GIT_CONFIG_NOSYSTEM": "1",
            # What is tried here is the keeping, not the choosing: the two fixed rules take what the logs say plainly.
            "DAYKEEP_DISTILL_PROFILE": "classic",
        }

    def start(self, *arguments: str, stdin: bytes | None = None) -> subprocess.Popen[bytes]:
        """Start one command line in the workspace (in the home, while there is no workspace yet)."""
        where = self.root if self.root.is_dir() else self.folder
        return subprocess.Popen(
            [DAYKEEP, *arguments],
            cwd=where,
            env=self.environment,
            stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, *arguments: str, code: int = 0, stdin: bytes | None = None) -> str:
        """Run one command line, check its exit code and return what it said on stdout."""
        process = self.start(*arguments, stdin=stdin)
        out, err = process.communicate(stdin)
        assert process.returncode == code, (
            f"{arguments}: exit {process.returncode}\n{out.decode()}\n{err.decode()}"
        )
        assert code == 1 or b"Traceback" not in err
        return out.decode()

    def ask(self, *arguments: str, code: int = 0) -> dict[str, Any]:
        """Run one command line with ``--json`` and return its answer."""
        answer = json.loads(self.run(*arguments, "--json", code=code))
        assert answer["ok"] is (code in {0, 10})
        return answer

    def read(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")

    def git(self, *arguments: str) -> str:
        command = ["git", "-C", str(self.root), *arguments]
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=True
        ).stdout

    def digest(self) -> dict[str, str]:
        """Name -> hash of every file that belongs to the user: all but git's and daykeep's machine folders."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            name = path.relative_to(self.root).as_posix()
            if path.is_file() and not name.startswith((".git/", ".daykeep/")):
                found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        return found
