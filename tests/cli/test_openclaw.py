"""A workspace of OpenClaw's, of either era, is used as it is."""

from __future__ import annotations

import pytest

from tests.workspace.making import digest, write

CLASSIC = {
    "SOUL.md": "I am brief.\n",
    "IDENTITY.md": "- **Name:** Kit\n",
    "USER.md": "- **Timezone:** UTC\n",
    "AGENTS.md": "# AGENTS.md\r\n\r\nRead SOUL.md first.",
    "TOOLS.md": "# TOOLS.md\n",
    "HEARTBEAT.md": "# HEARTBEAT.md\n\n- [ ]\n",
    "MEMORY.md": "# Memory\n\n- Tea, not coffee\n",
    "memory/2026-03-09-kickoff.md": "# Session: kickoff\n\n- the port is 5433\n",
    "memory/heartbeat-state.json": '{"lastChecks": {"email": 1741829443}}\n',
}
CURRENT = {
    **{name: text for name, text in CLASSIC.items() if name not in {"TOOLS.md", "HEARTBEAT.md"}},
    "AGENTS.md": "# AGENTS.md\n\n## Tools\n\n- Chrome at 19792\n",
    ".openclaw/workspace-state.json": '{"version": 1, "setupCompletedAt": "2026-08-01T08:00:00Z"}\n',
}
OWN = {"daykeep.toml", "memory/decisions.jsonl", ".gitignore"}


@pytest.mark.parametrize(("files", "token"), [(CLASSIC, "HEARTBEAT_OK"), (CURRENT, "NO_REPLY")])
def test_workspace_of_each_era_is_used_as_it_is_and_answered_in_its_own_word(desk, files, token):
    root = desk.folder / "w"
    write(root, files)
    before = digest(root)
    assert desk.run("adopt", where=root).code == 0
    assert desk.run("skills", "list", where=root).code == 0
    packet = desk.run("start", "--already", "AGENTS.md,SOUL.md", "--as-of", "2026-03-09", where=root)
    assert "the port is 5433" in packet.out
    assert "I am brief." not in packet.out
    desk.run("heartbeat", "--at", "2026-03-10 12:00", where=root)
    answer = desk.run("heartbeat", "--at", "2026-03-10 12:30", where=root)
    assert (answer.code, answer.out.strip()) == (0, token)
    after = digest(root)
    assert {name: after[name] for name in before if name != "memory/heartbeat-state.json"} == {
        name: sha for name, sha in before.items() if name != "memory/heartbeat-state.json"
    }
    assert '"email": 1741829443' in (root / "memory/heartbeat-state.json").read_text()
    assert set(after) - set(before) <= OWN


@pytest.mark.parametrize("session", ["group", "cron", "subagent"])
def test_memory_stays_closed_where_others_listen(desk, session):
    root = desk.folder / "w"
    write(root, CLASSIC)
    assert "Tea, not coffee" in desk.run("start", where=root).out
    assert "Tea, not coffee" not in desk.run("start", "--session", session, where=root).out


@pytest.mark.parametrize(
    ("name", "chars", "said"),
    [
        ("AGENTS.md", 20_001, "at 20,000 characters"),
        ("AGENTS.md", 12_001, "at 12,000 characters"),
        ("AGENTS.md", 11_000, "holds 11,000 of 12,000 characters"),
        ("USER.md", 4_001, "at 4,000 characters"),
    ],
)
def test_what_the_runtime_would_cut_is_named_before_it_does(desk, name, chars, said):
    root = desk.folder / "w"
    head = CURRENT["AGENTS.md"] if name == "AGENTS.md" else CURRENT[name]
    lines = (head + "x" * 49 + "\n") * 1 + ("y" * 49 + "\n") * (chars // 50)
    write(root, {**CURRENT, name: lines[: chars - 1] + "\n"})
    assert said in desk.run("doctor", where=root).out


def test_all_files_together_over_sixty_thousand_are_named(desk):
    root = desk.folder / "w"
    write(
        root,
        {
            **CLASSIC,
            **dict.fromkeys(
                ("SOUL.md", "IDENTITY.md", "AGENTS.md", "TOOLS.md", "HEARTBEAT.md", "MEMORY.md"),
                ("z" * 49 + "\n") * 230,
            ),
        },
    )
    assert "over 60,000 is dropped" in desk.run("doctor", where=root).out


def test_checklist_with_nothing_in_it_is_switched_off_and_a_missing_one_is_no_fault(desk):
    root = desk.folder / "w"
    write(root, CLASSIC)
    packet = desk.run("start", "--session", "heartbeat", where=root).out
    assert "HEARTBEAT.md" in packet
    write(root, {"HEARTBEAT.md": "# HEARTBEAT.md\n\n- [ ] water the plants\n"})
    assert "water the plants" in desk.run("start", "--session", "heartbeat", where=root).out
    (root / "HEARTBEAT.md").unlink()
    assert desk.run("start", "--session", "heartbeat", where=root).code == 0
    assert desk.run("heartbeat", "--at", "2026-03-10 12:00", where=root).code == 0
