"""A real repository for a test, driven by the git on this machine as a person would drive it."""

from __future__ import annotations

import hashlib
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

AUTHOR = "daykeep <daykeep@localhost>"
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


def move_in(folder, monkeypatch):
    """Make a folder the home, so that no setting of this machine's owner takes part."""
    for name in list(os.environ):
        if name.startswith(("GIT_", "XDG_")):
            monkeypatch.delenv(name)
    for name, value in clean_environment(folder).items():
        monkeypatch.setenv(name, value)
    return folder


def clean_environment(home: Path) -> dict[str, str]:
    """The environment of a person with a fresh home and no git identity."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "XDG_"))}
    return {**kept, "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"}


class Playground:
    """A folder with git in it; ``git`` runs the person's own commands there, with an identity."""

    def __init__(self, root: Path, home: Path) -> None:
        self.root = root
        self.environment = {
            **clean_environment(home),
            "GIT_AUTHOR_NAME": "Ada",
            "GIT_AUTHOR_EMAIL": "ada@example.com",
            "GIT_COMMITTER_NAME": "Ada",
            "GIT_COMMITTER_EMAIL": "ada@example.com",
            "GIT_EDITOR": "true",
        }

    def git(self, *arguments: str, fails: bool = False, cwd: Path | None = None) -> str:
        """Run git as the person; its output. ``fails``: it is meant to (a merge that conflicts)."""
        done = subprocess.run(
            ["git", *arguments],
            cwd=cwd or self.root,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        assert (done.returncode != 0) == fails, done.stderr.decode()
        return done.stdout.decode("utf-8", "surrogateescape")

    def start(self, *options: str) -> Playground:
        """Make the repository, on branch main, with one commit of README.md."""
        self.root.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main", *options)
        self.write("README.md", "# Mine\n")
        self.git("add", "README.md")
        self.git("commit", "-q", "-m", "Start")
        return self

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file, as the person or their editor does."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def read(self, name: str) -> str | None:
        """A file's text, None if it is not there."""
        path = self.root / name
        return path.read_text() if path.exists() else None

    def head(self) -> str:
        """The id of HEAD."""
        return self.git("rev-parse", "HEAD").strip()

    def show(self, name: str, commit: str = "HEAD") -> str:
        """A recorded file's content."""
        return self.git("cat-file", "blob", f"{commit}:{name}")

    def tree(self, commit: str = "HEAD") -> dict[str, str]:
        """Mode by path of everything recorded."""
        lines = self.git("ls-tree", "-r", commit).splitlines()
        return {line.split("\t")[1]: line.split(" ")[0] for line in lines}

    def status(self) -> list[str]:
        """``git status --porcelain`` lines."""
        return self.git("status", "--porcelain", "--untracked-files=all").splitlines()

    def index_sha256(self) -> str:
        """The hash of the index file."""
        return hashlib.sha256((self.root / ".git" / "index").read_bytes()).hexdigest()

    def staged(self) -> str:
        """Every index entry with its blob."""
        return self.git("ls-files", "-s")
