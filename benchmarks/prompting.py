"""What a prompt brings up by itself in an agent's hook: how often what belongs to it, and how often what does not.

Prompts that belong: questions about the conversation (or the encyclopedia paragraphs) that a memory holds; counted is whether a
turn that answers the question (or the answer itself) is among what is given. Prompts that do not belong: questions about another
conversation or other paragraphs, what a person wrote to a coding agent, and what customers wrote to an airline; counted is whether
anything is given. Every memory is a workspace of daily logs with an index that knows it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import defaultdict
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.harness import Figure, Results, Table, run
from daykeep.app import Workspace, open_workspace
from daykeep.hooks.prompts import asks_nothing
from daykeep.operations.prompting import Before, find_for_prompt
from daykeep.settings import SETTINGS
from daykeep.transcripts.messages.read import read_conversation

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence

TITLE = "What a prompt brings up: what belongs to it, and nothing else"
FIRST_DAY = date(2026, 1, 1)
ASKED, PARAGRAPHS, CUSTOMERS, LOGS = 80, 150, 120, 6
"""So many questions of each conversation, paragraphs, customers' sentences and workspaces are taken: the first ones."""
GOALS = {"English, what belongs": 40.0, "Chinese, what belongs": 70.0}
MOST_FALSE = 6.0


class Memory(NamedTuple):
    """A workspace, and the prompts that belong to it, each with the texts of which one must be given."""

    workspace: Workspace
    prompts: Sequence[tuple[str, Sequence[str]]]


def give(workspace: Workspace, prompt: str) -> str:
    """What a prompt brings up with the settings as they come."""
    if asks_nothing(prompt):
        return ""
    usual = {row.key: row.default for row in SETTINGS}
    budget, least = usual["hooks.prompt_budget"], usual["hooks.prompt_min_score"]
    return find_for_prompt(workspace, prompt, before=Before(), budget_tokens=budget, least=least).text


def make_workspace(root: Path, logs: Iterable[Sequence[str]]) -> Workspace:
    """A workspace with one daily log for each list of entries, and its index."""
    (root / "memory").mkdir(parents=True)
    (root / "SOUL.md").write_text("# SOUL.md\n", encoding="utf-8")
    for number, entries in enumerate(logs):
        day = FIRST_DAY + timedelta(days=number)
        text = f"# {day}\n\n" + "\n".join(f"- {entry}" for entry in entries) + "\n"
        (root / "memory" / f"{day}.md").write_text(text, encoding="utf-8")
    workspace = open_workspace(root, environ={"HOME": str(root.parent)})
    with workspace.searcher() as searcher:
        searcher.update()
    return workspace


def conversations(data: Path, folder: Path) -> list[Memory]:
    """One memory for each conversation; a session is a log."""
    made = []
    for number, row in enumerate(json.loads((data / "locomo/locomo_dev.json").read_text(encoding="utf-8"))):
        turns: dict[str, str] = {}
        logs = []
        for session in (row["conversation"].get(f"session_{place}") for place in range(1, 60)):
            said = [(one["dia_id"], one["speaker"], " ".join(one["text"].split())) for one in session or ()]
            turns |= {name: text for name, _, text in said}
            logs += [[f"{speaker}: {text}" for _, speaker, text in said]] if said else []
        asked = [
            (one["question"], [turns[name] for name in one["evidence"] if name in turns])
            for one in row["qa"]
            if one.get("category") != 5  # the others have no answer
        ]
        made.append(Memory(make_workspace(folder / f"talk-{number}", logs), asked[:ASKED]))
    return made


def paragraphs(data: Path, folder: Path) -> tuple[Memory, list[str]]:
    """A memory of paragraphs, and questions about others."""
    articles = json.loads((data / "cmrc/cmrc_dev_half.json").read_text(encoding="utf-8"))["data"]
    every = [one for article in articles for one in article["paragraphs"]]
    held, others = every[:PARAGRAPHS], every[PARAGRAPHS : 2 * PARAGRAPHS]
    logs = [[one for one in row["context"].replace("。", "。\n").split("\n") if one.strip()] for row in held]
    asked = [(one["qas"][0]["question"], [one["qas"][0]["answers"][0]["text"]]) for one in held]
    memory = Memory(make_workspace(folder / "paragraphs", logs), asked)
    return memory, [one["qas"][0]["question"] for one in others]


def work(data: Path, folder: Path) -> list[Workspace]:
    """Workspaces with what agents logged at work."""
    by_workspace: dict[str, list[str]] = defaultdict(list)
    for line in (data / "distill/train.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        by_workspace[row["workspace"]].append(row["text"])
    largest = sorted(by_workspace, key=lambda name: (-len(by_workspace[name]), name))[:LOGS]
    return [
        make_workspace(folder / name, [by_workspace[name][at : at + 3] for at in range(0, len(by_workspace[name]), 3)])
        for name in largest
    ]  # fmt: skip


def strangers(data: Path) -> dict[str, list[str]]:
    """What people wrote about something else: to a coding agent, and to an airline."""
    coding = read_conversation((data / "pi/before-compaction.jsonl").read_bytes()).messages
    tasks: list[dict[str, Any]] = json.loads((data / "tau/airline_dev.json").read_text(encoding="utf-8"))
    said = [one["content"] for task in tasks for one in task["traj"] if one.get("role") == "user"]
    return {
        "to a coding agent": ["".join(b.text for b in m.blocks if b.kind == "text") for m in coding if m.role == "user"],
        "to an airline": [text for text in said if isinstance(text, str)][:CUSTOMERS],
    }  # fmt: skip


def share(prompts: Sequence[bool]) -> float:
    """How many in a hundred."""
    return 100 * sum(prompts) / len(prompts)


def measure(chosen: argparse.Namespace) -> Results:
    """Ask every memory what belongs to it and what does not."""
    if chosen.data is None:
        sys.exit("--data (or DAYKEEP_DATA) must name the folder with the data sets")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        talks, (chinese, other_chinese) = conversations(chosen.data, folder), paragraphs(chosen.data, folder)
        belonging = {
            "English, what belongs": [
                any(text in give(one.workspace, asked) for text in texts)
                for one in talks
                for asked, texts in one.prompts
                if texts
            ],
            "Chinese, what belongs": [
                any(text in give(chinese.workspace, asked) for text in texts) for asked, texts in chinese.prompts
            ],
        }  # fmt: skip
        places = [*(one.workspace for one in talks), *work(chosen.data, folder)]
        foreign = {
            "about another conversation": [
                bool(give(one.workspace, asked))
                for place, one in enumerate(talks)
                for asked, _ in talks[(place + 1) % len(talks)].prompts
            ],
            "about other paragraphs": [bool(give(chinese.workspace, asked)) for asked in other_chinese],
        } | {
            whose: [bool(give(place, prompt)) for place in places for prompt in prompts]
            for whose, prompts in strangers(chosen.data).items()
        }
    return _judged(belonging, foreign)


def _judged(belonging: dict[str, list[bool]], foreign: dict[str, list[bool]]) -> Results:
    table = Table(
        "Prompts that bring something up",
        ("prompts", "how many", "what belongs is given, %", "something is given that does not belong, %"),
        [(name, len(rows), share(rows), "") for name, rows in belonging.items()]
        + [(name, len(rows), "", share(rows)) for name, rows in foreign.items()],
    )
    figures = [Figure(name, share(rows), "%", GOALS[name]) for name, rows in belonging.items()]
    figures += [Figure(f"{name}, something", share(rows), "%", MOST_FALSE, at_least=False) for name, rows in foreign.items()]  # fmt: skip
    return [table], figures


if __name__ == "__main__":
    sys.exit(run("prompting", TITLE, measure))
