"""``daykeep review`` by ids: what anybody may read, and what only a person may decide."""

from __future__ import annotations

from datetime import timedelta

import pytest

from daykeep.files.replace import sha256_of
from daykeep.memory.items import ItemLine
from daykeep.review.queue.proposals import ARCHIVE, SUPERSEDE, old_line, propose
from daykeep.review.stores.filestore import FOLDER
from tests.cli.learning import LESSON, LOG, git
from tests.cli.terminal import at_terminal
from tests.cli.waiting import BULLET, NOW, an_item_of, number_of, one, queue, rows, set_up, store_of, waiting
from tests.review.proposal_contract import an_item, draft


@pytest.fixture
def root(desk):
    return set_up(desk)


def test_list_says_that_nothing_waits(desk, root):
    assert desk.run("review", where=root).out == "Nothing waits for you.\n"
    answer = desk.run("review", "list", "--json", where=root)
    assert answer.json == {"ok": True, "waiting": 0, "deferred": 0, "proposals": [], "problems": []}


def test_list_names_each_item_with_score_source_and_reason(desk, root):
    made = one(root)
    lines = desk.run("review", "list", where=root).out.splitlines()
    number = number_of(root, BULLET)
    assert lines == [
        f"{made.id[:10]}  2026-03-16 07:00  from distill",
        f"  ? {made.items[0].id}  lesson  0.84  {LOG}:{number}  timeouts",
        f"      {BULLET}",
        "      0.84, below the gate 0.90",
        "1 thing waits for you: `daykeep review`.",
    ]
    (proposal,) = desk.run("review", "list", "--json", where=root).json["proposals"]
    assert proposal["id"] == made.id
    (item,) = proposal["items"]
    assert (item["id"], item["text"], item["lines"]) == (made.items[0].id, [BULLET], [number, number])


def test_show_puts_source_lines_and_change_side_by_side(desk, root):
    made = one(root)
    shown = desk.run("review", "show", made.items[0].id[:6], where=root)
    assert shown.code == 0
    number = number_of(root, BULLET)
    assert f"  > {number:>4}  {BULLET}" in shown.out.splitlines()
    assert f"    + {BULLET}" in shown.out.splitlines()
    assert "  waits because: 0.84, below the gate 0.90" in shown.out.splitlines()
    (item,) = desk.run("review", "show", made.id, "--json", where=root).json["items"]
    assert item["source"]["name"] == LOG
    assert item["source"]["state"] == "here"
    assert {"number": number, "text": BULLET, "is_source": True} in item["source"]["lines"]
    assert BULLET in [line["text"] for line in item["added"]]
    assert item["obstacle"] is None


def test_show_of_a_supersession_is_a_diff(desk, root):
    memory = (root / "MEMORY.md").read_text().split("\n")
    old = next(text for text in memory if LESSON in text)
    item = propose(
        an_item_of(root),
        reason="it says otherwise",
        action=SUPERSEDE,
        supersedes=[old_line(memory.index(old) + 1, old)],
    )
    made = queue(root, item)
    lines = desk.run("review", "show", made.items[0].id, where=root).out.splitlines()
    assert lines[-2:] == [f"    - {old}", f"    + {BULLET}"]
    (root / "MEMORY.md").write_text("# Memory\n")
    lines = desk.run("review", "show", made.items[0].id, where=root).out.splitlines()
    assert (
        "  can't be approved as things are: the line that it would replace is no longer in memory as it was"
        in lines
    )


def test_line_that_may_go_is_shown_in_its_place_and_leaves_on_approval(desk, root):
    text = f"- {LESSON}"
    number = (root / "MEMORY.md").read_text().split("\n").index(text) + 1
    line = ItemLine(number, text, text)
    made = queue(
        root, propose(an_item(name="MEMORY.md", title="", lines=(line,)), reason="is done", action=ARCHIVE)
    )
    assert (
        f"  ? {made.items[0].id}  archive  MEMORY.md:{number}" in desk.run("review", "list", where=root).out
    )
    code, shown = at_terminal(root, "review", "approve", made.id, typed=[("[y/N]:", "y\n")])
    assert code == 0, shown
    assert {"  would move to memory/archive/", f"  >    {number}  {text}", f"    - {text}"} <= set(
        shown.splitlines()
    )
    assert text not in (root / "MEMORY.md").read_text()
    archived = desk.run("why", LESSON, "--json", where=root).json["archived"]
    assert [row["name"] for row in archived] == [
        f"memory/archive/{archived[0]['on'][:4]}/memory-{archived[0]['on'][:4]}.md"
    ]


def test_secrets_of_the_log_are_not_shown(desk, root):
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    key = ["-----BEGIN PRIVATE KEY-----", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC" * 2, "-----END PRIVATE KEY-----"]
    log = root / LOG
    log.write_text(log.read_text().replace(BULLET, f"- token {token}\n{BULLET}"))
    made = one(root)
    log.write_text(log.read_text() + "\n".join(key) + "\n")
    for answer in (
        desk.run("review", "show", made.id, where=root),
        desk.run("review", "show", made.id, "--json", where=root),
    ):
        assert token not in answer.out
        assert key[1] not in answer.out
        assert BULLET in answer.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show",), "needs an id"),
        (("frobnicate",), "nothing that review does"),
        (("list", "x"), "takes no id"),
        (("--yes",), "--yes goes with `daykeep review approve`"),
        (("list", "--deferred"), "--deferred goes with `daykeep review` or"),
        (("show", "abc"), "too short"),
        (("show", "abcdef"), "nothing that waits"),
        (("show", "../../etc/passwd"), "too short"),
        (("show", "....//....//etc"), "nothing that waits"),
    ],
)
def test_bad_calls_are_usage_errors(desk, root, words, said):
    one(root)
    answer = desk.run("review", *words, where=root)
    assert (answer.code, said in answer.err) == (2, True), answer.err


def test_ambiguous_id_is_refused(desk, root):
    made = queue(root, *(propose(an_item_of(root, f"- {n}"), reason="") for n in range(20)))
    later = queue(root, propose(an_item_of(root, "- later"), reason=""))
    assert made.id[:6] == later.id[:6]
    answer = desk.run("review", "show", made.id[:6], where=root)
    assert (answer.code, "could be 2 things" in answer.err) == (2, True)


@pytest.mark.parametrize("verb", ["approve", "reject", "defer", "edit"])
def test_nobody_but_a_person_decides(desk, root, verb):
    made = one(root)
    memory = (root / "MEMORY.md").read_bytes()
    answer = desk.run("review", verb, made.id, where=root)
    assert (answer.code, "only a person" in answer.err) == (13, True)
    for mark in ("CLAUDECODE", "CODEX_SANDBOX", "OPENCLAW_HOME"):
        code, shown = at_terminal(root, "review", verb, made.id, **{mark: "1"})
        assert (code, "only a person" in shown) == (13, True)
    assert (root / "MEMORY.md").read_bytes() == memory
    assert waiting(root) == {made.items[0].id}


def test_an_agent_at_a_terminal_gets_the_list(root):
    one(root)
    code, shown = at_terminal(root, "review", CLAUDECODE="1")
    assert (code, shown.splitlines()[-1]) == (0, "1 thing waits for you: `daykeep review`.")


def test_person_approves_by_id_after_a_look_and_a_question(desk, root):
    made = one(root)
    item = made.items[0].id
    code, shown = at_terminal(
        root, "review", "approve", made.id, typed=[("Approve it? [y/N]:", "y\n")], USER="ada"
    )
    assert code == 0, shown
    assert f"    + {BULLET}" in shown.splitlines()
    assert "Approved 1 thing." in shown.splitlines()
    assert BULLET in (root / "MEMORY.md").read_text().splitlines()
    assert waiting(root) == set()
    (row,) = rows(root, "approved")
    assert (row["item"], row["by"], row["how"]) == (item, "ada", "review")
    assert git(root, "log", "-1", "--format=%s").strip() == "Approved 1 thing from 2026-03-10"
    assert git(root, "status", "--porcelain", "MEMORY.md", "memory/*.jsonl") == ""
    why = desk.run("why", BULLET, where=root)
    assert f"{LOG}:{number_of(root, BULLET)}" in why.out
    assert "approved by ada" in why.out


def test_no_is_the_answer_to_approve_that_changes_nothing(root):
    made = one(root)
    code, shown = at_terminal(root, "review", "approve", made.id, typed=[("Approve it? [y/N]:", "\n")])
    assert (code, shown.splitlines()[-1]) == (0, "Nothing was decided.")
    assert waiting(root) == {made.items[0].id}


def test_yes_covers_only_what_the_gate_lets_through(root):
    texts = ["- sure", "- unsure", "- from the web", "- see https://example.com/install.sh"]
    scores, origins = [0.95, 0.5, 0.95, 0.95], ["agent", "agent", "web", "agent"]
    items = [
        propose(an_item_of(root, text, score=score, origin=origin), reason="")
        for text, score, origin in zip(texts, scores, origins, strict=True)
    ]
    made = queue(root, *items)
    code, shown = at_terminal(root, "review", "approve", made.id, "--yes", typed=[("[y/N]:", "n\n")] * 3)
    assert (code, shown.count("Approve it?")) == (0, 3)
    assert "- sure" in (root / "MEMORY.md").read_text()
    assert waiting(root) == {item.id for item in items[1:]}


def test_rejected_and_put_off_items_leave_memory_alone(root):
    items = [propose(an_item_of(root, text), reason="") for text in ("- one", "- two")]
    made = queue(root, *items)
    before = (root / "MEMORY.md").read_bytes()
    code, shown = at_terminal(root, "review", "reject", items[0].id)
    assert (code, "Rejected 1 thing." in shown) == (0, True)
    code, shown = at_terminal(root, "review", "defer", f"{made.id}/{items[1].id}")
    assert (code, "Put off 1 thing." in shown) == (0, True)
    assert (root / "MEMORY.md").read_bytes() == before
    assert waiting(root) == {items[1].id}
    assert (
        at_terminal(root, "review")[1] == "1 thing waits for you, 1 put off (`daykeep review --deferred`).\n"
    )


def test_item_rejected_by_mistake_is_approved_by_its_whole_id(root):
    made = one(root)
    at_terminal(root, "review", "reject", made.id)
    code, shown = at_terminal(
        root, "review", "approve", f"{made.id}/{made.items[0].id}", typed=[("[y/N]:", "y\n")]
    )
    assert code == 0, shown
    assert BULLET in (root / "MEMORY.md").read_text()


def test_edit_keeps_the_item_waiting_with_the_new_lines(desk, root, tmp_path):
    made = one(root)
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf -- "- Retry rarely\\n\\n" > "$1"\n')
    editor.chmod(0o755)
    code, shown = at_terminal(root, "review", "edit", made.items[0].id, VISUAL=str(editor))
    assert (code, "- Retry rarely" in shown) == (0, True), shown
    (item,) = store_of(root).find(made.id).items
    assert (item.memory_lines, item.waits) == (["- Retry rarely"], True)


def test_damaged_proposal_is_named_and_the_others_are_listed(desk, root):
    made = one(root)
    (root / FOLDER).mkdir(parents=True)
    (root / FOLDER / "01ARZ3NDEKTSV4RRFFQ69G5FAV.json").write_text("{")
    answer = desk.run("review", "list", where=root)
    assert answer.code == 10
    assert "01ARZ3NDEKTSV4RRFFQ69G5FAV.json: not valid JSON" in answer.err
    assert made.items[0].id in answer.out
    assert len(desk.run("review", "--json", where=root).json["problems"]) == 1


HOSTILE = "- good \x1b[2J\x1b]0;title\x07 \u202eevil\u202c \u200bzero"


def test_nothing_in_a_proposal_reaches_the_terminal_as_a_command_or_hidden(desk, root):
    item = propose(
        an_item_of(root, HOSTILE, title=f"t {HOSTILE}"),
        reason=f"because\nApprove it? [y/N]: {HOSTILE}",
        reasons=[HOSTILE],
        duplicates=[f"{HOSTILE}\n  4 good"],
    )
    made = queue(root, item)
    (root / LOG).write_text((root / LOG).read_text() + f"{HOSTILE}\n")
    for words in (("list",), ("show", made.id)):
        out = desk.run("review", *words, where=root).out
        assert not set(out) & set("\x1b\x07\u202e\u202c\u200b")
        assert "[U+202E]" in out
        assert not any(line.startswith(("Approve it?", "  4 good")) for line in out.splitlines())


def test_items_of_old_proposals_come_first(desk, root):
    new = queue(root, propose(an_item_of(root, "- new"), reason=""))
    old = queue(root, propose(an_item_of(root, "- old"), reason=""), now=NOW - timedelta(days=7))
    out = desk.run("review", "list", where=root).out
    assert out.index(old.items[0].id) < out.index(new.items[0].id)


def test_name_of_the_person_can_not_forge_the_record(root):
    made = one(root)
    code, shown = at_terminal(
        root,
        "review",
        "approve",
        made.id,
        typed=[("[y/N]:", "y\n")],
        USER="ada\n\nDaykeep-Item: 000000000000\n\x1b[2J",
    )
    assert code == 0, shown
    (row,) = rows(root, "approved")
    assert row["by"] == "ada Daykeep-Item: 000000000000 [U+001B][2J"
    assert git(root, "log", "-1", "--format=%(trailers:key=Daykeep-Item,valueonly)").split() == [
        made.items[0].id
    ]


def test_conflict_with_an_edit_made_meanwhile_shows_all_three_sides_and_overwrites_nothing(desk, root):
    memory = root / "MEMORY.md"
    old, text = f"- {LESSON}", memory.read_text()
    item = propose(an_item_of(root), reason="", action=SUPERSEDE, supersedes=[old_line(5, old)])
    made = store_of(root).create(draft(item, base=sha256_of(memory.read_bytes())), now=NOW)
    edited = f"{old}, but only at night"
    memory.write_text(text.replace(old, edited))
    shown = desk.run("review", "show", made.id, where=root).out.splitlines()
    start = next(index for index, line in enumerate(shown) if line.startswith("  in conflict:"))
    assert shown[start + 1 : start + 7] == [
        "    was:",
        f"      {old}",
        "    is now:",
        f"      {edited}",
        "    would be:",
        f"      {BULLET}",
    ]
    (data,) = desk.run("review", "show", made.id, "--json", where=root).json["items"]
    assert (data["conflict"]["now"], data["conflict"]["wanted"]) == ([edited], [BULLET])
    at_terminal(root, "review", "approve", made.id, typed=[("[y/N]:", "y\n")])
    assert memory.read_text() == text.replace(old, edited)


def test_rebase_puts_what_waits_on_the_file_as_it_is_now_and_names_conflicts(desk, root):
    memory = root / "MEMORY.md"
    assert desk.run("review", "rebase", where=root).out == "Nothing changed since it was proposed.\n"
    memory.write_text(f"{memory.read_text()}- Sleep eight hours\n")
    items = [
        propose(an_item_of(root, rule=text), reason="", action=SUPERSEDE, supersedes=[old_line(line, text)])
        for line, text in ((5, f"- {LESSON}"), (6, "- Sleep eight hours"))
    ]
    made = [
        store_of(root).create(draft(item._replace(id=name), base=sha256_of(memory.read_bytes())), now=NOW)
        for name, item in zip(("aaaa", "bbbb"), items, strict=True)
    ]
    memory.write_text(memory.read_text().replace(f"- {LESSON}\n", "- Eat\n- Drink\n- Walk\n"))
    run = desk.run("review", "rebase", "--json", where=root)
    assert {row["item"]: row["state"] for row in run.json["items"]} == {"aaaa": "conflict", "bbbb": "moved"}
    assert store_of(root).find(made[1].id).items[0].supersedes[0].number == 8
    assert store_of(root).find(made[0].id) == made[0]
    assert "somebody changed the same lines" in desk.run("review", "rebase", made[0].id, where=root).out
