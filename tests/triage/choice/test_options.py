"""What could be taken out, and what each change frees."""

from daykeep.files.store import Files
from daykeep.text.tokens import count_tokens
from daykeep.triage.choice.options import (
    NOT_ENOUGH,
    OLD_RESULTS,
    floor_of,
    options_of,
    pieces_of_fixed,
    size_view,
)
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP, MASK, Decision
from daykeep.triage.run.desk import Desk
from daykeep.triage.summary.check import run_summary
from daykeep.triage.view.check import weigh_view
from daykeep.triage.view.fold import fold_commits
from tests.session.making import agent, messages_of, result, use, user
from tests.triage.run.desks import NOW, ask, begin, check, staff

LONG = "a line of a log\n" * 200


def run_of(number, *, count=1, end=True):
    made = [user(f"look {number}")]
    for step in range(count):
        made += [agent(use(f"t{number}.{step}")), user([result(f"t{number}.{step}", LONG)])]
    return [*made, agent("done")] if end else made


def scene_of(tmp_path, *given):
    desk = Desk(Files(tmp_path), "s")
    desk.sessions.new(at=NOW, session_id="s")
    desk.sessions.append("s", messages_of(*given))
    return desk.load()


def decide(unit_id, final, suggested=None):
    return Decision(unit_id, suggested or final, final, "so it was decided")


def test_each_action_frees_what_it_takes_out(tmp_path):
    scene = scene_of(tmp_path, *run_of(1), *run_of(2), *run_of(3), *run_of(4))
    sizes = size_view(scene)
    decisions = [decide("U1", DROP), decide("U2", ARCHIVE), decide("U3", COMPRESS), decide("U4", MASK)]
    freed = [one.frees for one in options_of(scene, decisions, sizes)]
    assert freed[0] == freed[1] == sizes.tokens[1]
    assert all(0 < one < sizes.tokens[3] for one in freed[2:])


def test_what_is_kept_and_what_is_small_is_no_option(tmp_path):
    scene = scene_of(tmp_path, user("hi"), agent("hello"), user("yes, B"), agent("ok"))
    sizes = size_view(scene)
    assert options_of(scene, [decide("U1", KEEP), decide("U2", ARCHIVE)], sizes) == []
    assert [one.action for one in options_of(scene, [decide("U1", DROP)], sizes)] == [DROP]


def test_where_hiding_is_not_enough_the_oldest_become_what_was_suggested(tmp_path):
    scene = scene_of(tmp_path, *run_of(1), *run_of(2), *run_of(3))
    sizes = size_view(scene)
    decisions = [decide(f"U{number}", MASK, ARCHIVE) for number in (1, 2, 3)]
    mild = options_of(scene, decisions, sizes)
    needed = sum(one.frees for one in mild) + 1
    found = options_of(scene, decisions, sizes, needed=needed)
    assert [one.action for one in mild] == [MASK] * 3
    assert [one.action for one in found] == [ARCHIVE, MASK, MASK]
    assert NOT_ENOUGH in found[0].reason


def test_old_results_of_a_running_turn_can_be_hidden_the_newest_not(tmp_path):
    scene = scene_of(tmp_path, user("start"), agent("ok"), *run_of(2, count=12, end=False))
    sizes = size_view(scene)
    found = pieces_of_fixed(scene, sizes, keep_tokens=3_000, able=frozenset())
    assert found
    assert {(one.action, one.reason) for one in found} == {(MASK, OLD_RESULTS)}
    newest = max(int(one.unit_id.split("-")[-1]) for one in found)
    assert newest < len(scene.messages) - 3
    assert floor_of(scene.units, sizes, {"U1", "U2"}, found) < sum(sizes.tokens)


def test_results_of_an_irregular_turn_can_be_hidden_and_nothing_else(tmp_path):
    broken = [user("stop it"), agent(use("lost")), *run_of(1)[1:]]
    scene = scene_of(tmp_path, *broken, *run_of(2), *run_of(3))
    assert scene.units[1].irregular
    sizes = size_view(scene)
    assert options_of(scene, [decide("U1", ARCHIVE)], sizes) == []
    found = pieces_of_fixed(scene, sizes, keep_tokens=0, able=frozenset({"U2", "U3"}))
    assert [one.unit_id for one in found] == ["U1@4-4"]


def test_units_that_were_hidden_weigh_what_stands_there_now(tmp_path):
    desk = Desk(Files(tmp_path), "s")
    scene = scene_of(tmp_path, *run_of(1), *run_of(2), *run_of(3))
    report = check(tmp_path, desk, budget=2_000, must_fit=False, keep_units=1, keep_tokens=0)
    assert report.did
    after = size_view(desk.load())
    assert sum(after.tokens) < sum(size_view(scene).tokens)
    assert after.tokens[-1] == scene.units[-1].tokens


def test_neighbouring_notes_weigh_together_what_they_weigh_in_the_view(tmp_path):
    begin(tmp_path)
    run_summary(Desk(Files(tmp_path), "s"), ask(must_fit=False, last=8), staff())
    run_summary(Desk(Files(tmp_path), "s"), ask(must_fit=False), staff())
    scene = Desk(Files(tmp_path), "s").load()
    notes = [place for place in scene.view.places if place.action == COMPRESS]
    assert len(notes) == 2
    assert notes[0].first == notes[1].first
    whole = sum(size_view(scene).tokens) + count_tokens(fold_commits(scene.commits).block)
    assert abs(whole - weigh_view(scene.view, scene.units)) < 40
