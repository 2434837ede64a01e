"""The tutorial and the README's week are run as they stand, and say what they show."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs.pages import REPOSITORY, lines_of

RUN = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs" / "tutorial").glob("*.md"))]
END = "== end of one command =="


class Step(NamedTuple):
    """One ``$`` line of a console block and the output the page shows for it (empty: the page shows none)."""

    line: int
    command: str
    shown: str


def steps_of(page: Path) -> list[Step]:
    steps: list[Step] = []
    for number, text, language in lines_of(page):
        if language != "console":
            continue
        if text.startswith("$ "):
            steps.append(Step(number, text[2:], ""))
        elif steps:
            steps[-1] = steps[-1]._replace(shown=f"{steps[-1].shown}{text}\n")
    return steps


def run_steps(steps: list[Step], home: Path) -> list[str]:
    """Run the commands in one shell with ``home`` as the home folder; what each of them said on stdout."""
    script = "set -e\n" + "".join(f"{step.command}\necho '{END}'\n" for step in steps)
    environment = {
        "HOME": str(home),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
    }
    result = subprocess.run(
        ["bash", "-c", script], cwd=home, env=environment, capture_output=True, text=True, check=False
    )
    done = result.stdout.count(END)
    assert result.returncode == 0, (
        f"line {steps[done].line}: {steps[done].command}\n{result.stdout}{result.stderr}"
    )
    return [piece.lstrip("\n") for piece in result.stdout.split(END)][: len(steps)]


def agrees(shown: str, said: str) -> bool:
    """Whether the output is what the page shows; ``...`` stands for any text."""
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    return doctest.OutputChecker().check_output(shown, said, flags)


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.name)
def test_page_runs_and_says_what_it_shows(page: Path, tmp_path: Path) -> None:
    steps = steps_of(page)
    assert steps
    for step, said in zip(steps, run_steps(steps, tmp_path), strict=True):
        assert not step.shown or agrees(step.shown, said), (
            f"{page.name}:{step.line}: {step.command}\nsays:\n{said}"
        )


def test_wrong_output_and_failing_command_are_caught(tmp_path: Path) -> None:
    assert agrees("a ... c\n", "a b b c\n")
    assert not agrees("a ... c\n", "a b b\n")
    with pytest.raises(AssertionError, match="line 7"):
        run_steps([Step(3, "true", ""), Step(7, "false", "")], tmp_path)
