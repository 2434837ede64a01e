"""Every command in a stranger's repository runs nothing that the repository names."""

from __future__ import annotations

import pytest

from daykeep.cli.registry import COMMANDS
from daykeep.cli.review.command import VERBS
from daykeep.memory.items import ItemLine
from daykeep.review.queue.proposals import propose
from tests.cli.learning import LESSON, learn
from tests.cli.terminal import at_terminal
from tests.cli.waiting import an_item_of, queue, set_up, store_of
from tests.git.hostile import VECTORS, set_trap
from tests.git.playground import Playground
from tests.review.proposal_contract import an_item

LINES = {
    "init": [["init", "inside"]],
    "adopt": [["adopt"]],
    "doctor": [["doctor"], ["doctor", "--reading", "."]],
    "config": [["config", "show"]],
    "trust": [["trust", "SOUL.md"]],
    "uninstall": [["uninstall"]],
    "start": [["start"], ["start", "--as-of", "2026-03-10"]],
    "log": [
        ["log", "An entry", "--at", "2026-03-16 08:00"],
        ["log", "show", "2026-03-10"],
        ["log", "todo"],
        ["log", "backfill", "--dry-run"],
    ],
    "distill": [["distill", "--all", "--at", "2026-03-16 09:00"]],
    "heartbeat": [["heartbeat", "--at", "2026-03-22 23:30"]],
    "archive": [["archive", "--dry-run"], ["archive", "--at", "2026-06-30 08:00"]],
    "search": [["search", "limit"], ["search", "limit", "--json", "--context", "1"]],
    "show": [["show", "MEMORY.md"], ["show", "MEMORY.md:1", "--full"]],
    "enhance": [["enhance", "--query", "limit", "--context", "memory/2026-03-10.md"]],
    "recall": [["recall"], ["recall", "limit"]],
    "index": [["index", "status"], ["index", "update"], ["index", "vectors"], ["index", "rebuild"]],
    "review": [
        ["review"],
        ["review", "list"],
        ["review", "show", "PROPOSAL"],
        ["review", "rebase"],
        ["review", "export"],
        ["review", "export", "--deferred", "--out", "digest.md"],
        ["review", "import", "digest.md"],
        ["review", "--setup"],
        *(["review", verb, "PROPOSAL"] for verb in ("approve", "reject", "defer", "edit", "split", "undo")),
    ],
    "remember": [["remember", "Don't mock the database.", "--type", "feedback"]],
    "propose": [["propose", "SOUL.md", "--append", "Be brief."]],
    "forget": [["forget", LESSON, "--dry-run"], ["forget", LESSON]],
    "verify": [["verify"], ["verify", "--json"]],
    "why": [["why", LESSON], ["why", "one"]],
    "why-not": [["why-not", LESSON], ["why-not", "Nothing of the kind"]],
    "stats": [["stats", "--weeks", "3"]],
    "history": [["history"], ["history", "MEMORY.md"], ["history", "--as-of", "2026-03-16"]],
    "revert": [
        ["revert", "ffffffff"],
        ["revert", "ITEM", "--dry-run"],
        ["revert", "ITEM", "--at", "2026-03-23 08:00"],
    ],
    "skills": [
        ["skills", "list"],
        ["skills", "check"],
        ["skills", "install", "--to", "claude"],
        ["skills", "install", "context-manager", "--to", "codex", "--scope", "project"],
        ["skills", "uninstall", "--to", "claude"],
    ],
    "hooks": [
        ["hooks", "install", "--scope", "local"],
        ["hooks", "status"],
        ["hooks", "uninstall"],
    ],
    "mcp": [["mcp"], ["mcp", "--read-only"], ["mcp", "--http", "--host", "example.org"]],
    "wiring": [
        ["wiring", "merge", "install"],
        ["wiring", "merge", "status"],
        ["wiring", "merge", "uninstall"],
    ],
    "context": [
        ["context", "files"],
        ["context", "files", "--for", "memory/2026-03-10.md", "--json"],
        ["context", "build", "--query", "limit", "--explain"],
        ["context", "build", "--to", "anthropic"],
        ["context", "messages", "memory/2026-03-10.md", "--check"],
        ["context", "tokens", "MEMORY.md"],
        ["context", "check", "--tokens", "250000"],
        ["context", "export", "--for", "claude", "--for", "cursor", "--inline"],
        ["context", "export", "--for", "cursor", "--remove"],
    ],
    "session": [
        ["session", "new", "--id", "mine"],
        ["session", "ingest", "memory/2026-03-10.md", "--id", "mine"],
        ["session", "show", "--session", "mine", "--view"],
        ["session", "status"],
        ["session", "list"],
        ["session", "register", "--id", "p1", "--type", "goal", "--content", "Ship it"],
        ["session", "monitor", "--session", "mine"],
        ["session", "extract", "--session", "mine"],
        ["session", "enhance", "--query", "limit"],
        ["session", "sync", "--dry-run"],
        ["session", "check-position", "--position", "1", "--total", "9"],
        ["session", "end", "--session", "mine"],
    ],
    "triage": [
        ["triage", "check", "--session", "mine", "--force"],
        ["triage", "log", "--session", "mine"],
        ["triage", "diff", "--session", "mine"],
        ["triage", "undo", "--session", "mine"],
        ["triage", "pin", "U1", "--session", "mine"],
        ["triage", "policy"],
        ["context", "compact", "--session", "mine", "--mode", "summary", "--instructions", "Be brief."],
        ["context", "compact", "--session", "mine", "--from", "U1", "--form", "anthropic"],
    ],
    "backup": [["backup", "../whole.tar.gz"], ["backup", "../whole.tar.gz", "--dry-run", "--force"]],
    "import": [["import", "."], ["import", "..", "--apply"], ["import", "markdown", "..", "--limit", "3"]],
    "restore": [["restore", "../whole.tar.gz", "../again"], ["restore", "../whole.tar.gz", ".", "--into"]],
    "daemon": [["daemon", "status"]],
}


def test_every_command_is_tried():
    assert set(COMMANDS) <= set(LINES)
    assert {*VERBS} <= {words[1] for words in LINES["review"] if len(words) > 1}


@pytest.mark.parametrize("vector", VECTORS)
def test_no_command_runs_what_a_hostile_repository_names(desk, vector):
    root = learn(desk)
    ids = {
        "ITEM": desk.run("why", LESSON, "--json", where=root).json["sources"][0]["item"],
        "PROPOSAL": queue(root, propose(an_item(), reason="")).id,
    }
    trap = set_trap(Playground(root, desk.folder / "home"), vector)
    for lines in LINES.values():
        for words in lines:
            desk.run(*[ids.get(word, word) for word in words], where=root)
            assert not trap.canary.exists(), f"{words} ran {trap.canary.read_text()}"


@pytest.mark.parametrize("vector", VECTORS)
def test_no_decision_of_a_person_runs_what_a_hostile_repository_names(desk, vector):
    root = set_up(desk)
    made = queue(root, propose(an_item_of(root), reason=""))
    texts = ("Drink water", "Sleep well", "Eat fruit")
    others = [queue(root, propose(an_item(text), reason="")) for text in texts]
    two = tuple(ItemLine(number, text, text) for number, text in enumerate(("- one", "- two"), 4))
    pair = queue(root, propose(an_item(lines=two), reason=""))
    digest = desk.run("review", "export", where=root).out
    fruit = f"approve {others[2].items[0].id}"
    (root / "answer.md").write_text(digest.replace(f"[ ] {fruit}", f"[x] {fruit}"))
    (root / "SOUL.md").write_text("I like tea.\n")
    trap = set_trap(Playground(root, desk.folder / "home"), vector)
    yes = "y\n"
    lines = [
        (("review", "approve", made.id), [("[y/N]:", yes)], {0, 10}),
        (("review", "undo", "--last"), [("[y/N]:", yes)], {0, 10}),
        (("review", "edit", others[0].id), [], {0}),
        (("review", "split", pair.id), [], {0}),
        (("review", "reject", others[0].id), [], {0}),
        (("review", "defer", others[1].id), [], {0}),
        (("review", "import", "answer.md"), [("[y/N]:", yes)], {0, 10}),
        (("review", "--plain"), [("q end", "q")], {0}),
        (("trust", "SOUL.md"), [], {0, 10}),
        (("forget", LESSON), [("[y/N]:", yes)], {0, 10}),
    ]
    for words, typed, codes in lines:
        code, shown = at_terminal(root, *words, typed=typed, VISUAL="true")
        assert code in codes, shown
        assert not trap.canary.exists(), f"{words} ran {trap.canary.read_text()}"
    left = {item.id for p in store_of(root).list_waiting().proposals for item in p.waiting}
    assert left.isdisjoint(item.id for item in (*others[0].items, *others[2].items, *pair.items))
