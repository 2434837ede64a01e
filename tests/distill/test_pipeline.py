"""The full profile on real workspaces: what is written, what waits, what stays out, run after run."""

from __future__ import annotations

import shutil

import pytest

from daykeep.distill.run import Rules, Window
from daykeep.memory.decisions import add_tombstone
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.sources import hash_line, load_sources
from tests.distill.desk import LESSONS, LOG, Desk
from tests.distill.support import NOW

LIMIT = "Set a timeout on every request to the payment gateway"
LIMIT_AGAIN = "Every call to the payment gateway needs a timeout"


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_sure_items_are_written_sourced_and_committed_in_one_commit(desk):
    desk.lesson(LIMIT)
    report = desk.run()
    assert f"- {LIMIT}" in desk.memory
    assert report.commit == desk.history.head()
    record = load_sources(desk.files)[0][0]
    assert (record.line, record.name, record.first) == (hash_line(LIMIT), LOG, 4)
    assert record.score == report.plan.added[0].score
    assert desk.history.read(record.commit, LOG) is not None
    assert report.proposal is None


def test_unsure_items_become_one_proposal_and_memory_stays(desk):
    desk.rules = Rules(gate=1.0)
    desk.lesson(LIMIT)
    desk.lesson("Label every cable in the rack", name="memory/2026-03-11.md")
    before = desk.memory
    report = desk.run()
    proposals = desk.store.list_waiting().proposals
    assert [one.id for one in proposals] == [report.proposal]
    assert [item.memory_lines for item in desk.waiting()] == [
        [f"- {LIMIT}"],
        ["- Label every cable in the rack"],
    ]
    assert all("below the gate 1.00" in item.reason for item in desk.waiting())
    assert (desk.memory, report.new_held, report.commit) == (before, 2, None)


def test_mode_propose_sends_everything_to_review(desk):
    desk.rules = Rules(gate=0.0, mode="propose")
    desk.lesson(LIMIT)
    report = desk.run()
    assert (len(report.plan.added), report.new_held) == (0, 1)
    assert LIMIT not in desk.memory


def test_later_run_proposes_only_what_is_new_in_a_proposal_of_its_own(desk):
    desk.rules = Rules(gate=1.0)
    desk.lesson(LIMIT)
    first = desk.run()
    desk.lesson("Label every cable in the rack", name="memory/2026-03-11.md")
    second = desk.run(Window(None, None, force=True))
    assert first.proposal != second.proposal
    assert (second.new_held, second.waiting) == (1, 1)
    assert len(desk.waiting()) == 2


def test_run_with_nothing_new_writes_no_byte(desk):
    desk.rules = Rules(gate=0.5)
    desk.lesson(LIMIT)
    desk.write("# D\n\n## Notes\n- read the mail\n", "memory/2026-03-09.md")
    desk.run()
    before = desk.everything()
    report = desk.run()
    assert (report.read, report.unchanged, report.written) == ([], 2, False)
    after = desk.everything()
    locks = desk.root / ".daykeep/locks"
    assert {path: data for path, data in after.items() if locks not in path.parents} == {
        path: data for path, data in before.items() if locks not in path.parents
    }


def test_dry_run_shows_the_whole_plan_and_writes_nothing(desk):
    desk.rules = Rules(gate=1.0)
    desk.lesson(LIMIT)
    before = desk.everything()
    report = desk.run(dry_run=True)
    assert desk.everything() == before
    assert (report.new_held, report.proposal, [one.status for one in report.plan.outcomes]) == (
        1,
        None,
        ["proposed"],
    )


def test_same_knowledge_in_other_words_on_another_day_is_learned_once(desk):
    desk.lesson(LIMIT)
    desk.run()
    desk.lesson(LIMIT_AGAIN, name="memory/2026-03-12.md")
    report = desk.run()
    assert [outcome.status for outcome in report.plan.outcomes] == ["duplicate"]
    assert LIMIT_AGAIN not in desk.memory


def test_what_a_note_says_is_not_learned_again(desk):
    (desk.root / "memory/notes").mkdir()
    desk.write(f"---\ntitle: x\n---\n{LIMIT}\n", "memory/notes/gateway.md")
    desk.lesson(LIMIT_AGAIN)
    report = desk.run()
    assert [outcome.status for outcome in report.plan.outcomes] == ["duplicate"]
    assert "memory/notes/gateway.md" in report.plan.outcomes[0].reason


def test_newer_value_is_proposed_against_the_old_line_and_memory_stays(desk):
    old, new = (
        f"Always wait {number} minutes before restarting the gateway after a deploy" for number in (10, 30)
    )
    desk.edit("## Lessons\n", f"## Lessons\n- {old}\n")
    before = desk.memory
    desk.lesson(new)
    desk.run()
    proposed = desk.waiting()[0]
    assert (proposed.action, [old.text for old in proposed.supersedes]) == (
        "supersede",
        [f"- {old}"],
    )
    assert desk.memory == before


def test_what_was_taken_back_stays_out_in_other_words_after_the_state_is_lost(desk):
    desk.lesson(LIMIT)
    report = desk.run()
    item = report.plan.added[0]
    desk.edit(f"- {LIMIT}\n", "")
    add_tombstone(desk.files, item=item.item_id, lines=[hash_line(LIMIT)], now=NOW, by="user", how="revert")
    desk.forget_state()
    desk.lesson(LIMIT_AGAIN, name="memory/2026-03-12.md")
    report = desk.run()
    assert {outcome.status for outcome in report.plan.outcomes} == {"taken_back"}
    assert "timeout" not in desk.memory


@pytest.mark.parametrize("lost", [False, True], ids=["state kept", "state lost"])
def test_line_that_a_person_deleted_by_hand_does_not_come_back(desk, lost):
    desk.lesson(LIMIT, "Label every cable in the rack")
    desk.run()
    desk.edit(f"- {LIMIT}\n", "")
    if lost:
        desk.forget_state()
    desk.lesson(LIMIT, "Label every cable in the rack", "Water the herbs before sunrise")
    desk.lesson(LIMIT_AGAIN, name="memory/2026-03-12.md")
    desk.run(Window(None, None, force=True))
    assert "payment" not in desk.memory
    assert "Label every cable" in desk.memory


def test_line_that_was_never_written_because_of_a_kill_is_learned_by_the_next_run(desk, monkeypatch):
    desk.lesson(LIMIT)

    def killed(*_arguments, **_options):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("daykeep.review.verdict.apply.replace_approved", killed)
        with pytest.raises(KeyboardInterrupt):
            desk.run()
    assert load_sources(desk.files)[0]
    desk.run()
    assert desk.memory.count(LIMIT) == 1


def test_kill_before_the_record_of_the_write_adds_nothing_twice_and_is_made_good(desk, monkeypatch):
    desk.lesson(LIMIT)

    def killed(*_arguments, **_options):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("daykeep.distill.run.record_written", killed)
        with pytest.raises(KeyboardInterrupt):
            desk.run()
    desk.run()
    assert desk.memory.count(LIMIT) == 1
    desk.edit(f"- {LIMIT}\n", "")
    desk.forget_state()
    desk.run()
    assert LIMIT not in desk.memory


def test_kill_between_proposal_and_state_proposes_nothing_twice(desk, monkeypatch):
    desk.rules = Rules(gate=1.0)
    desk.lesson(LIMIT)

    def killed(*_arguments, **_options):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("daykeep.distill.run.save_state", killed)
        with pytest.raises(KeyboardInterrupt):
            desk.run()
    report = desk.run()
    assert (report.new_held, len(desk.waiting())) == (0, 1)


def test_log_that_grew_gives_only_its_new_lines(desk):
    desk.rules = Rules(gate=1.0)
    desk.lesson(LIMIT)
    desk.run()
    shutil.rmtree(
        desk.root / ".daykeep/data"
    )  # as if all were decided: what is old must still not come again
    text = (desk.root / LOG).read_text()
    desk.write(text + "\n## 16:00 Lessons learned\n- Label every cable in the rack before moving it\n")
    report = desk.run()
    assert [outcome.item.texts for outcome in report.plan.outcomes] == [
        ["- Label every cable in the rack before moving it"]
    ]


def test_log_that_changed_in_the_middle_is_read_whole(desk):
    desk.lesson(LIMIT)
    desk.run()
    desk.lesson("Label every cable in the rack before moving it", LIMIT)
    report = desk.run()
    assert "Label every cable" in desk.memory
    assert report.plan.outcomes[0].item.first == 4


def test_full_memory_makes_room_from_older_lines_in_the_same_commit(desk):
    desk.rules = Rules(gate=0.0, budget_chars=700)
    for day, line in enumerate(LESSONS, 1):
        desk.lesson(line, name=f"memory/2026-02-{day:02}.md")
    report = desk.run()
    assert len(report.plan.added) > 3
    assert len(desk.memory) <= 700
    assert report.archived
    archived = {line.text for line in find_archived(desk.files)}
    written = {text for item in report.plan.added for text in item.texts}
    assert {text for text in written if text not in desk.memory} <= archived
    assert report.commit == desk.history.head()
    assert "memory/archive/" in "\n".join(desk.history.list_names(report.commit))
    desk.forget_state()
    again = desk.run()
    assert (again.written, again.plan.added) == (False, [])


def test_memory_that_a_person_filled_gets_nothing_and_the_reason_is_given(desk):
    desk.rules = Rules(gate=0.0, budget_chars=300)
    own = "".join(
        f"- my own line {number} about the {number * 11} trees in the park\n" for number in range(8)
    )
    desk.edit("## Lessons\n", "## Lessons\n" + own)
    before = desk.memory
    desk.lesson(LIMIT)
    report = desk.run()
    assert desk.memory == before
    assert [outcome.status for outcome in report.plan.outcomes] == ["proposed"]
    assert "MEMORY.md has no room" in report.plan.outcomes[0].reason
    assert {item.action for item in desk.waiting()} >= {"add"}


def test_no_secret_reaches_memory_proposals_state_or_records(desk):
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    desk.lesson(f"The old token {token} is dead, use the vault", LIMIT)
    for gate in (0.0, 1.0):
        desk.rules = Rules(gate=gate)
        desk.run(Window(None, None, force=True))
        desk.forget_state()
    kept = [path for path in desk.everything() if ".git" not in path.parts and path != desk.root / LOG]
    assert not [path for path in kept if token.encode() in path.read_bytes()]
    log = desk.history.log(["MEMORY.md"])
    assert token not in "".join(str(commit) for commit in log)


def test_secret_wrapped_over_two_lines_leaves_both_out(desk):
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    desk.lesson(LIMIT, f"the key begins {token[:20]}", "x")
    text = (desk.root / LOG).read_text().replace(f"{token[:20]}\n- x", f"{token[:20]}\n{token[20:]}")
    desk.write(text)
    report = desk.run()
    stored = "".join(
        path.read_text(errors="replace") for path in desk.everything() if "memory/2026" not in str(path)
    )
    assert token[20:] not in desk.memory
    assert token[:20] not in desk.memory
    assert not report.plan.omissions or token not in stored


def test_transcripts_and_archived_logs_are_not_logs(desk):
    for name in ("memory/sessions/2026-03-10.md", "memory/archive/2026/2026-01-10.md"):
        (desk.root / name).parent.mkdir(parents=True)
        desk.lesson(LIMIT, name=name)
    assert desk.run().read == []


def test_wrong_year_in_a_name_is_said_once(desk):
    for day in range(10, 16):
        desk.write("# D\n", f"memory/2026-03-{day}.md")
    desk.write("# D\n", "memory/2025-03-12.md")
    said = [text for text in desk.run().passed_over if "2025-03-12" in text]
    assert len(said) == 1
    assert "2026-03-12" in said[0]
    assert desk.run().passed_over == []
