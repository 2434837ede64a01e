"""The programs that are compared: how each one is set up, fed a folder, and asked."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SHOWN = 50
"""So many results are asked for where a program lets one say it: enough for ten different files."""

TIMEOUT_SECONDS = 75
"""A program that needs longer for one thing counts as one that can't do it."""
STOP_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "can",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "him",
        "his",
        "how",
        "i",
        "if",
        "in",
        "is",
        "it",
        "its",
        "me",
        "my",
        "of",
        "on",
        "or",
        "our",
        "she",
        "so",
        "than",
        "that",
        "the",
        "their",
        "them",
        "there",
        "they",
        "this",
        "to",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "whom",
        "why",
        "will",
        "with",
        "you",
        "your",
    ]
)


class Unavailable(Exception):  # noqa: N818 - it says what is the matter
    """The program can't run on this machine; the text says why."""


class Program(Protocol):
    """A program that searches a folder."""

    name: str

    def version(self) -> str:
        """Its version; :class:`Unavailable` where it can't run."""
        ...

    def index(self, folder: Path) -> None:
        """Read the folder, the first time or again; nothing where a program has no index."""
        ...

    def search(self, folder: Path, question: str) -> list[str]:
        """The names of the files it finds, best first, each once."""
        ...


class Home(NamedTuple):
    """Where a program keeps its things, away from the person's own."""

    path: Path

    def run(self, command: Sequence[str], *, cwd: Path, more: Mapping[str, str] | None = None) -> str:
        """Run a command to its end in this home and return what it printed."""
        self.path.mkdir(parents=True, exist_ok=True)
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("DAYKEEP_")},
            "HOME": str(self.path),
            "PWD": str(cwd),
            "XDG_CACHE_HOME": str(self.path / "cache"),
            "XDG_CONFIG_HOME": str(self.path / "config"),
            "NO_COLOR": "1",
            **(more or {}),
        }
        try:
            done = subprocess.run(
                command,
                cwd=cwd,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
                timeout=TIMEOUT_SECONDS,
            )
        except subprocess.TimeoutExpired as error:
            raise Unavailable(f"{Path(command[0]).name} had not ended after {TIMEOUT_SECONDS} s") from error
        if done.returncode not in {0, 1}:
            raise Unavailable(f"{command[0]} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        return done.stdout


class Daykeep:
    """This project, through its installed command."""

    name = "daykeep"

    def __init__(self, home: Home) -> None:
        self.home = home

    def version(self) -> str:
        """The installed version."""
        return self.home.run([*self._command(), "--version"], cwd=self.home.path.parent).split()[-1]

    def index(self, folder: Path) -> None:
        """Bring the index up to date."""
        self.home.run([*self._command(), "index", "update"], cwd=folder.parent)

    def search(self, folder: Path, question: str) -> list[str]:
        """Search as a person would, with the answer as JSON."""
        said = self.home.run(
            [*self._command(), "search", "--json", "--limit", str(SHOWN), "--", question], cwd=folder.parent
        )
        return once(hit["path"].rpartition("/")[2] for hit in json.loads(said)["hits"])

    @staticmethod
    def _command() -> list[str]:
        return [sys.executable, "-m", "daykeep"]


class Ripgrep:
    """ripgrep, once for each word of the question; files are ranked by how many of the words they hold."""

    name = "ripgrep, by distinct words"

    def __init__(self, home: Home) -> None:
        self.home = home

    def version(self) -> str:
        """What ``rg --version`` says."""
        if shutil.which("rg") is None:
            raise Unavailable("there is no rg on the path")
        return self.home.run(["rg", "--version"], cwd=self.home.path.parent).split()[1]

    def index(self, folder: Path) -> None:
        """There is nothing to do."""

    def search(self, folder: Path, question: str) -> list[str]:
        """Ask for each word in turn."""
        held: dict[str, int] = {}
        for word in content_words(question):
            said = self.home.run(
                ["rg", "--files-with-matches", "--ignore-case", "--fixed-strings", "--", word, "."],
                cwd=folder,
            )
            for line in said.splitlines():
                name = line.rpartition("/")[2]
                held[name] = held.get(name, 0) + 1
        return sorted(held, key=lambda name: (-held[name], name))


class Qmd:
    """qmd's keyword search (BM25), which needs no model."""

    def __init__(self, home: Home, folder: Path, *, words_only: bool) -> None:
        self.home, self.words_only = home, words_only
        self.name = "qmd search, stop words removed" if words_only else "qmd search, the question as it is"
        self.bin = folder / "node_modules" / ".bin"

    def version(self) -> str:
        """The version of the package."""
        package = self.bin.parent / "@tobilu" / "qmd" / "package.json"
        if not package.exists():
            raise Unavailable("not installed: npm install node@22 @tobilu/qmd in the folder of --peers")
        return str(json.loads(package.read_text(encoding="utf-8"))["version"])

    def index(self, folder: Path) -> None:
        """Add the folder as a collection, or update it."""
        known = self._run(folder, "collection", "list")
        if "peers" in known:
            self._run(folder, "update")
        else:
            self._run(folder, "collection", "add", ".", "--name", "peers")

    def search(self, folder: Path, question: str) -> list[str]:
        """Its answer as JSON."""
        asked = " ".join(content_words(question)) if self.words_only else question
        said = self._run(folder, "search", asked, "--json", "-n", str(SHOWN))
        found = json.loads(said) if said.lstrip().startswith("[") else []
        return once(hit["file"].rpartition("/")[2] for hit in found)

    def _run(self, folder: Path, *arguments: str) -> str:
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"
        return self.home.run([str(self.bin / "qmd"), *arguments], cwd=folder, more={"PATH": path})


class Memsearch:
    """memsearch with an embedding service on this machine that counts words: its keyword half does the work."""

    name = "memsearch, word-count vectors"

    def __init__(self, home: Home, folder: Path, *, address: str) -> None:
        self.home, self.address = home, address
        self.command = folder / "venv" / "bin" / "memsearch"

    def version(self) -> str:
        """The installed version."""
        if not self.command.exists():
            raise Unavailable(
                "not installed: python -m venv venv && venv/bin/pip install memsearch in the folder of --peers"
            )
        return self.home.run([str(self.command), "--version"], cwd=self.home.path.parent).split()[-1]

    def index(self, folder: Path) -> None:
        """Index the folder."""
        self._run(folder, "index", ".")

    def search(self, folder: Path, question: str) -> list[str]:
        """Its answer as JSON."""
        found = json.loads(
            self._run(folder, "search", question, "--top-k", str(SHOWN), "--json-output") or "[]"
        )
        return once(hit["source"].rpartition("/")[2] for hit in found)

    def _run(self, folder: Path, *arguments: str) -> str:
        service = ["-p", "openai", "--base-url", self.address, "--api-key", "none", "-m", "words"]
        return self.home.run(
            [str(self.command), *arguments, *service, "--milvus-uri", str(self.home.path / "m.db")],
            cwd=folder,
        )


def content_words(question: str) -> list[str]:
    """The words of a question without stop words, each once, in order."""
    words = (word for word in re.findall(r"\w+", question.lower()) if word not in STOP_WORDS)
    return list(dict.fromkeys(words))


def once(names: object) -> list[str]:
    """The names in order, each once."""
    return list(dict.fromkeys(names))  # type: ignore[call-overload]
