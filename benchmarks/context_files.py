"""How long it takes to find the instruction files of a folder: in a large tree, and among hostile files.

The tree is measured as whole processes, from start to exit. A hostile case is measured inside this process, from the
question to the answer, in which the file must be listed as not read.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.harness import Figure, Table, median, percentile, run
from benchmarks.startup import daykeep, environment
from daykeep.context.instructions.find import find_instructions
from daykeep.context.instructions.model import Around, Asked

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

TITLE = "Instruction files: a large tree and hostile files"
ROUNDS = 20
FOLDERS, RULES = 20_000, 300
PROCESS_MS, HOSTILE_MS = 400, 200
MEBIBYTE = 1 << 20


class Hostile(NamedTuple):
    """A case: its name, what makes it in a project, the codes one of which must be listed, and the paths of the call."""

    name: str
    make: Callable[[Path], None]
    codes: tuple[str, ...]
    paths: tuple[str, ...] = ()


def make_tree(root: Path) -> None:
    """A project of many folders with rules: a third for every path, two thirds for some."""
    for number in range(FOLDERS):
        (root / f"a{number % 20}" / f"b{number % 400}" / f"c{number}").mkdir(parents=True)
    heads = ("", '---\npaths:\n  - "a1/**/*.ts"\n  - "lib/**"\n---\n', '---\npaths: "a2/**"\n---\n')
    for number in range(RULES):
        text = f"{heads[number % 3]}# Rule {number}\n\n{'Write it like this in every file. ' * 20}\n"
        _write(root / ".claude" / "rules" / f"r{number}.md", text)
    _write(root / "CLAUDE.md", "# App\n@a0/b0/guide.md\n")
    _write(root / "a0" / "b0" / "guide.md", "Guide\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _bomb(root: Path) -> None:
    patterns = ("{a,b}" * 20, "{" * 5000, "{a,b,c,d,e,f,g,h,i,j}" * 400, "{1..999999999}/**")
    for number, pattern in enumerate(patterns):
        _write(root / ".claude" / "rules" / f"{number}.md", f'---\npaths: "{pattern}"\n---\nrule\n')


def _cycle(root: Path) -> None:
    _write(root / "CLAUDE.md", "".join(f"@n{number}.md\n" for number in range(100)))
    everything = "".join(f"@n{number}.md\n" for number in range(100))
    for number in range(100):
        _write(root / f"n{number}.md", everything)


def _large(root: Path) -> None:
    _write(root / "CLAUDE.md", "x" * (4 * MEBIBYTE + 1))


def _many_mentions(root: Path) -> None:
    _write(root / "CLAUDE.md", "see @gone/file.md and more\n" * 100_000)


def _many_rules(root: Path) -> None:
    folder = root / ".claude" / "rules"
    folder.mkdir(parents=True)
    for number in range(100_000):
        (folder / f"{number}.md").touch()


def _loop(root: Path) -> None:
    _write(root / ".claude" / "rules" / "a" / "r.md", "rule\n")
    for name in ("one", "two", "three"):
        (root / ".claude" / "rules" / "a" / name).symlink_to(root / ".claude")


def _pipe(root: Path) -> None:
    os.mkfifo(root / "CLAUDE.md")


def _folder(root: Path) -> None:
    (root / "CLAUDE.md").mkdir()


HOSTILE = (
    Hostile("brace bombs in four rules", _bomb, ("bad_pattern",), ("a" * 20,)),
    Hostile("100 files that import each other", _cycle, ("cycle",)),
    Hostile("a file of more than 4 MiB", _large, ("too_large",)),
    Hostile("100,000 imports of a file that is not there", _many_mentions, ("too_many",)),
    Hostile("a folder with 100,000 rules", _many_rules, ("too_many",)),
    Hostile("links that lead back into the rules", _loop, ("cycle", "duplicate")),
    Hostile("a FIFO in the place of CLAUDE.md", _pipe, ("not_a_file",)),
    Hostile("a folder in the place of CLAUDE.md", _folder, ("not_a_file",)),
)


def measure_tree(folder: Path, rounds: int) -> list[float]:
    """Seconds of the command in the large tree, one per round after one that is not counted."""
    home, root = folder / "home", folder / "tree"
    home.mkdir()
    make_tree(root)
    command = (daykeep(), "context", "files", "--for", "a1/b1/c1/x.ts")
    seconds = []
    for number in range(rounds + 1):
        began = time.perf_counter()
        done = subprocess.run(command, cwd=root, env=environment(home), capture_output=True, check=True)
        if number:
            seconds.append(time.perf_counter() - began)
        if done.stdout.count(b".claude/rules/") != RULES:
            raise RuntimeError("not every rule is in the answer")
    return seconds


def measure_hostile(folder: Path, case: Hostile, rounds: int) -> list[float]:
    """Seconds from the question to the answer; RuntimeError if the answer does not list the file as not read."""
    root = folder / "project"
    root.mkdir(parents=True)
    case.make(root)
    around = Around(root, folder, {}, sys.platform)
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        found = find_instructions(around, Asked(for_paths=case.paths))
        seconds.append(time.perf_counter() - began)
        if not {file.code for file in found.skipped} & set(case.codes):
            raise RuntimeError(f"{case.name}: not listed as not read")
    return seconds


def measure_all(options: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """Measure the tree and every hostile case."""
    columns = ("case", "median ms", "p90 ms", "goal ms")
    whole = Table("Whole processes", columns)
    hostile = Table("From the question to the answer", columns)
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        name = f"{FOLDERS:,} folders, {RULES} rules"
        figures.append(_add(whole, name, measure_tree(Path(folder), options.rounds), PROCESS_MS))
    for case in HOSTILE:
        with tempfile.TemporaryDirectory() as folder:
            seconds = measure_hostile(Path(folder) / "home", case, max(3, options.rounds // 4))
        figures.append(_add(hostile, case.name, seconds, HOSTILE_MS))
    return [whole, hostile], figures


def _add(table: Table, name: str, seconds: list[float], goal: int) -> Figure:
    table.rows.append((name, median(seconds) * 1000, percentile(seconds, 0.9) * 1000, goal))
    return Figure(name, percentile(seconds, 0.9) * 1000, "ms", goal, at_least=False)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"rounds of each case (default {ROUNDS})")


if __name__ == "__main__":
    sys.exit(run("context_files", TITLE, measure_all, options=add_options))
