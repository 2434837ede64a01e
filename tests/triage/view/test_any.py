"""Whatever was said and whatever is taken out of it: providers take the view, and nothing is lost."""

import json
from typing import Any

from hypothesis import HealthCheck, event, given, settings

from daykeep.errors import DaykeepError
from daykeep.session.units.group import group_units
from daykeep.session.units.pairs import opens_and_closes
from daykeep.session.units.segments import segment_unit
from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.model import Edit
from daykeep.triage.view.build import build_view
from daykeep.triage.view.check import find_faults, find_lost
from daykeep.triage.view.commit import Head, may_edit, plan_commit, plan_undo
from daykeep.triage.view.edits import dump_commit, load_commit
from tests.transcripts.messages.valid import faults
from tests.triage.view.making import AT, pieces, requests
from tests.triage.view.transcripts import COMMITS, FORMS, GOOD_TURNS, TURNS, Maker

SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def units_of(form: str, messages: list[Any]):
    read = read_conversation(json.dumps(messages).encode())
    return group_units(read.messages)


def committed(units, plans):
    """The commits that these plans make of what may be edited, and how many edits were refused."""
    commits: tuple = ()
    for number, plan in enumerate(plans, 1):
        head = Head(f"c{number}", AT, f"k{number}", "p")
        try:
            if plan["undo"] and commits:
                made = plan_undo(units, commits, head, commit_id=f"c{number - min(plan['undo'], number - 1)}")
            else:
                block = f"facts {number}" if plan["block"] else ""
                after = f"U{min(plan['after'], len(units) - 1)}"
                made = plan_commit(
                    units,
                    commits,
                    _edits(units, plan["edits"], plan["pieces"]),
                    head,
                    block=block,
                    block_after=after,
                )
        except DaykeepError:
            continue
        commits += (made,)
    return commits


def _edits(units, chosen, pieces_too):
    """Edits of whole units, and of pieces of the last ones, which may be running still."""
    return [*_whole(units, chosen), *(_of_pieces(units) if pieces_too else ())]


def _of_pieces(units):
    return [
        Edit(piece.id, "", "mask", stored_id="A0")
        for unit in units[-2:]
        if unit.number
        for piece in segment_unit(unit, min_tokens=1)
    ]


def _whole(units, chosen):
    known = {unit.number: unit for unit in units if not may_edit(unit)}
    return [
        Edit(f"U{number}", "", action, note=f"Note {number}.", stored_id=f"A{number}")
        for number, action in dict(chosen).items()
        if number in known
    ]


@given(FORMS, TURNS, COMMITS)
@SLOW
def test_every_provider_takes_every_view(form, turns, plans):
    units = units_of(form, Maker(form).turns(turns))
    commits = committed(units, plans)
    event(f"edits: {min(4, sum(len(one.edits) for one in commits))}")
    for provider, request in requests(build_view(units, commits), form).items():
        assert faults(provider, request) == [], provider


@given(FORMS, TURNS, COMMITS)
@SLOW
def test_no_view_has_a_fault_that_its_history_has_not(form, turns, plans):
    units = units_of(form, Maker(form).turns(turns))
    view = build_view(units, committed(units, plans))
    history = [message for unit in units for message in unit.messages]
    assert set(find_faults(view.messages)) <= set(find_faults(history))
    assert view.problems == ()


@given(FORMS, TURNS, COMMITS)
@SLOW
def test_every_unit_is_in_view_note_store_or_log(form, turns, plans):
    units = units_of(form, Maker(form).turns(turns))
    commits = committed(units, plans)
    view = build_view(units, commits)
    stored = {f"A{number}" for number in range(9)}
    logged = {edit.unit_id for one in commits for edit in one.edits}
    assert find_lost(units, commits, view, stored=stored, logged=logged) == []
    shown = {place.unit_id for place in view.places if place.first}
    edited = {edit.unit_id for one in commits for edit in one.edits}
    assert {unit.id for unit in units if unit.messages} <= shown | edited


@given(FORMS, TURNS, COMMITS)
@SLOW
def test_view_is_the_same_each_time_and_from_its_lines(form, turns, plans):
    messages = Maker(form).turns(turns)
    units = units_of(form, messages)
    commits = committed(units, plans)
    lines = [json.loads(json.dumps(dump_commit(one))) for one in commits]
    first, second = (
        build_view(units, commits),
        build_view(units_of(form, messages), list(map(load_commit, lines))),
    )
    assert first == second
    assert json.dumps(requests(first, form)) == json.dumps(requests(second, form))


@given(FORMS, GOOD_TURNS, COMMITS, GOOD_TURNS)
@SLOW
def test_request_begins_with_the_one_before_when_turns_are_added(form, turns, plans, more):
    old = units_of(form, Maker(form).turns(turns))
    commits = committed(old, plans)
    new = units_of(form, Maker(form).turns([*turns, *more]))
    before, after = requests(build_view(old, commits), form), requests(build_view(new, commits), form)
    for provider in before:
        begun = pieces(before[provider])
        assert pieces(after[provider])[: len(begun)] == begun, provider


@given(FORMS, GOOD_TURNS, COMMITS)
@SLOW
def test_request_begins_with_the_one_before_at_every_call_of_a_running_turn(form, turns, plans):
    messages = Maker(form).turns(turns)
    done = units_of(form, Maker(form).turns(turns[:-1]))
    commits = committed(done, plans)
    before: dict[str, list[str]] = {}
    for count in range(sum(len(unit.messages) for unit in done) + 1, len(messages) + 1):
        units = units_of(form, messages[:count])
        if not is_sent(units):
            continue
        for provider, request in requests(build_view(units, commits), form).items():
            assert faults(provider, request) == [], provider
            begun, now = before.get(provider, []), pieces(request)
            assert now[: len(begun)] == begun, provider
            before[provider] = now


def is_sent(units):
    """Whether a model is asked now: somebody else spoke last, and no call waits."""
    last = units[-1].messages
    waiting: set[str] = set()
    for message in last:
        opens_and_closes(message, waiting)
    return not waiting and last[-1].role != "assistant"


@given(FORMS, TURNS, COMMITS)
@SLOW
def test_what_stands_before_the_first_change_is_untouched(form, turns, plans):
    units = units_of(form, Maker(form).turns(turns))
    view = build_view(units, committed(units, plans))
    history = [message for unit in units for message in unit.messages]
    count = len(view.messages) if view.first_changed is None else view.first_changed - 1
    assert all(one is other for one, other in zip(view.messages[:count], history, strict=False))
    if view.first_changed is None:
        assert len(view.messages) == len(history)


@given(FORMS, TURNS, COMMITS)
@SLOW
def test_nothing_signed_for_another_view_is_in_any_request(form, turns, plans):
    units = units_of(form, Maker(form).turns(turns))
    commits = committed(units, plans)
    request = json.dumps(requests(build_view(units, commits), form))
    firsts = [
        unit.first for unit in units for one in commits for edit in one.edits if edit.unit_id == unit.id
    ]
    for message_number, message in enumerate((m for unit in units for m in unit.messages), 1):
        for block in message.blocks:
            mark = block.data.get("signature") or (block.kind == "thinking" and block.data.get("id"))
            if mark and firsts and message_number >= min(firsts):
                assert json.dumps(mark) not in request


@given(FORMS, TURNS, COMMITS)
@SLOW
def test_taking_every_commit_back_gives_all_words_again(form, turns, plans):
    units = units_of(form, Maker(form).turns(turns))
    commits = committed(units, plans)
    for _ in range(len(commits) + 1):
        try:
            commits += (plan_undo(units, commits, Head(f"u{len(commits)}", AT)),)
        except DaykeepError:
            break
    view = build_view(units, commits)
    texts = [
        block.text
        for unit in units
        for message in unit.messages
        for block in message.blocks
        if block.kind == "text"
    ]
    held = [block.text for message in view.messages for block in message.blocks if block.kind == "text"]
    assert [text for text in held if text != "[reasoning omitted]"] == texts
    assert find_lost(units, commits, view, stored=(), logged=()) == []
