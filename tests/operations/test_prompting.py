"""What memory knows about a prompt: read in the person's words, found surely, given within a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from daykeep.app import Workspace, open_workspace
from daykeep.operations.prompting import NOTHING, Before, find_for_prompt, key_of, read_prompt
from tests.hooks.calling import SESSION, make_place

if TYPE_CHECKING:
    from pathlib import Path

LEDGER = "What became of the old ledger in the migration?"
NEW = Before()


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    place = make_place(tmp_path)
    opened = open_workspace(place.workspace, environ={"HOME": str(place.home)})
    with opened.searcher() as searcher:
        searcher.update()
    return opened


def find(
    workspace: Workspace, prompt: str, before: Before = NEW, *, budget: int = 600, least: float = 0.15
) -> str:
    return find_for_prompt(workspace, prompt, before=before, budget_tokens=budget, least=least).text


@pytest.mark.parametrize(
    ("prompt", "read"),
    [
        ("  Which   port?\n", "Which port?"),
        ("Fix this:\n```\nport 80\n```\nplease", "Fix this: please"),
        ("> the vendor said\nIs it true?", "Is it true?"),
        ("", ""),
    ],
)
def test_prompt_is_read_in_the_persons_own_words(prompt: str, read: str) -> None:
    assert read_prompt(prompt) == read


def test_long_prompt_keeps_its_beginning_and_its_end() -> None:
    read = read_prompt("first " + "word " * 5000 + "last")
    assert read.startswith("first word")
    assert read.endswith("word last")
    assert len(read) < 1000


def test_passage_is_found_by_the_words_that_memory_uses(workspace: Workspace) -> None:
    assert "ledger is read-only" in find(workspace, LEDGER)
    assert find(workspace, "Where do herons nest in winter?") == ""


PAIR = """# 2026-03-09

## 11:00 Outage
- **Problem**: the heron camera froze again
- **Cause**: the disk was full
- **Fix**: freed the disk
- **Fix**: an unrelated second one
"""


@pytest.mark.parametrize("prompt", ["Why did the heron camera freeze?", "The heron camera froze, what now?"])
def test_problem_brings_its_fix_along_and_is_given_once(tmp_path: Path, prompt: str) -> None:
    workspace = with_log(tmp_path, PAIR)
    known = find_for_prompt(workspace, prompt, before=NEW, budget_tokens=600, least=0.15)

    assert (
        "- **Problem**: the heron camera froze again\n- **Cause**: the disk was full\n- **Fix**: freed"
        in known.text
    )
    assert "unrelated" not in known.text
    assert find(workspace, prompt, Before(keys=known.keys)) == ""


def test_fix_that_comes_from_outside_is_not_brought_along(tmp_path: Path) -> None:
    told = PAIR.replace("- **Cause**", "<!-- daykeep:origin origin=web -->\n- **Cause**")
    said = find(with_log(tmp_path, told), "Why did the heron camera freeze?")

    assert "heron camera" in said
    assert "freed" not in said


def with_log(tmp_path: Path, log: str) -> Workspace:
    place = make_place(tmp_path)
    (place.workspace / "memory/2026-03-09.md").write_text(log, encoding="utf-8")
    opened = open_workspace(place.workspace, environ={"HOME": str(place.home)})
    with opened.searcher() as searcher:
        searcher.update()
    return opened


def test_what_the_agent_has_is_left_out(workspace: Workspace) -> None:
    known = find_for_prompt(workspace, LEDGER, before=Before(), budget_tokens=600, least=0.0)
    assert known.keys == (key_of("- The old ledger is read-only since the migration"),)
    assert find(workspace, LEDGER, Before(keys=known.keys)) == ""
    assert find(workspace, LEDGER, Before(shown=[("memory/2026-03-10.md", 1, 20)])) == ""
    assert find(workspace, LEDGER, Before(shown=[("memory/2026-03-10.md", 1, 6)])) != ""


def test_memory_of_the_own_session_is_left_out(workspace: Workspace) -> None:
    prompt = "Who renews the certificate?"
    assert "renews the certificate" in find(workspace, prompt)
    assert find(workspace, prompt, Before(session_id=SESSION)) == ""


@pytest.mark.parametrize(("budget", "least"), [(0, 0.0), (20, 0.0), (600, 1.0)])
def test_nothing_is_given_without_room_or_surety(workspace: Workspace, budget: int, least: float) -> None:
    assert find_for_prompt(workspace, LEDGER, before=Before(), budget_tokens=budget, least=least) == NOTHING


def test_same_prompt_gives_the_same_text(workspace: Workspace) -> None:
    assert find(workspace, LEDGER) == find(workspace, LEDGER)


def test_look_up_is_traced_without_what_was_asked(workspace: Workspace) -> None:
    find(workspace, LEDGER)
    (file,) = (workspace.root / ".daykeep/data/traces").iterdir()
    text = file.read_text(encoding="utf-8")
    assert '"prompt"' in text
    assert "ledger" not in text
