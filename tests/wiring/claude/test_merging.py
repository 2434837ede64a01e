"""Hooks put into the text of settings and taken out again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.jsonspans.reading import JsonError, parse_json
from daykeep.wiring.claude.handlers import EVENTS, TIMEOUTS_SECONDS, Handler, Wanted, find_handlers
from daykeep.wiring.claude.merging import FormError, merge_in, merge_out
from tests.text.jsonspans.layouts import settings_texts
from tests.wiring.claude.settings_files import FULL, OTHER, TEXTS, two

WANTED = Wanted(("/opt/venv/bin/daykeep-hook",), "/home/ana/agent")


def everyone(handler: Handler) -> bool:
    return bool(handler.event)


def with_hooks(old: object, wanted: Wanted) -> object:
    """What the settings mean with the hooks added, made by hand."""
    new = json.loads(json.dumps(old))
    for event in wanted.events:
        new.setdefault("hooks", {}).setdefault(event, []).append(wanted.group(event))
    return new


@pytest.mark.parametrize("name", TEXTS)
def test_settings_mean_the_same_and_the_hooks_and_come_back_to_the_character(name: str) -> None:
    text = TEXTS[name].removeprefix("\ufeff")
    merged = merge_in(text, WANTED, {})
    old = json.loads(text) if text.strip() else {}
    assert repr(json.loads(merged.text)) == repr(with_hooks(old, WANTED))
    assert merged.added == EVENTS
    again = merge_in(merged.text, WANTED, merged.around)
    assert (again.text, again.added, again.updated, again.removed) == (merged.text, (), (), ())
    assert again.around == merged.around
    assert merge_out(merged.text, everyone, merged.around).text == text


@given(settings_texts(), st.sets(st.sampled_from(sorted(TIMEOUTS_SECONDS)), min_size=1))
def test_any_settings_in_any_layout_come_back_to_the_character(text: str, events: set[str]) -> None:
    wanted = WANTED._replace(events=tuple(sorted(events)))
    merged = merge_in(text, wanted, {})
    assert repr(json.loads(merged.text)) == repr(with_hooks(json.loads(text), wanted))
    assert merge_in(merged.text, wanted, merged.around).text == merged.text
    assert merge_out(merged.text, everyone, merged.around).text == text


@given(settings_texts(), st.lists(st.sets(st.sampled_from(EVENTS), min_size=1), min_size=1, max_size=4))
def test_several_installs_of_other_events_come_back_to_the_character(
    text: str, steps: list[set[str]]
) -> None:
    now, around = text, {}
    for number, events in enumerate(steps):
        wanted = Wanted((f"/venv{number}/bin/daykeep-hook",), "/home/ana/agent", tuple(sorted(events)))
        merged = merge_in(now, wanted, around)
        now, around = merged.text, merged.around
        assert sorted({each.event for each in find_handlers(now, parse_json(now))}) == sorted(events)
    assert merge_out(now, everyone, around).text == text


def test_a_new_program_and_a_new_workspace_are_put_in_place_and_a_persons_choices_stay() -> None:
    text = merge_in(two(FULL), WANTED, {}).text
    chosen = text.replace('"timeout": 8', '"timeout": 60, "statusMessage": "mine"')
    moved = Wanted(("/new/python", "-P", "-m", "daykeep.hooks.entry"), "/mnt/agent")
    merged = merge_in(chosen, moved, {})
    assert (merged.added, merged.removed, set(merged.updated)) == ((), (), set(EVENTS))
    assert '"timeout": 60, "statusMessage": "mine"' in merged.text
    assert "/opt/venv" not in merged.text
    found = find_handlers(merged.text, parse_json(merged.text))
    assert {(each.program, each.workspace) for each in found} == {(moved.program, "/mnt/agent")}
    assert merge_out(merged.text, everyone, {}).text == two(FULL)


def test_hooks_that_others_added_meanwhile_stay() -> None:
    merged = merge_in(two({"model": "opus"}), WANTED, {})
    value = json.loads(merged.text)
    value["hooks"]["Stop"].insert(0, {"hooks": [OTHER]})
    value["hooks"]["Stop"].append({"matcher": "", "hooks": [OTHER]})
    value["hooks"]["PreToolUse"] = [{"matcher": "Bash", "hooks": [OTHER]}]
    value["hooks"]["SessionEnd"][0]["hooks"].append(OTHER)
    left = json.loads(merge_out(two(value), everyone, merged.around).text)
    assert left == {
        "model": "opus",
        "hooks": {
            "Stop": [{"hooks": [OTHER]}, {"matcher": "", "hooks": [OTHER]}],
            "SessionEnd": [{"hooks": [OTHER]}],
            "PreToolUse": [{"matcher": "Bash", "hooks": [OTHER]}],
        },
    }


def test_without_a_memory_of_before_what_the_hooks_leave_empty_goes_too() -> None:
    text = two({"hooks": {"Stop": [{"hooks": [OTHER]}]}, "model": "opus"})
    assert merge_out(merge_in(text, WANTED, {}).text, everyone, {}).text == text
    bare = merge_in(two({"model": "opus"}), WANTED, {}).text
    assert merge_out(bare, everyone, {}).text == two({"model": "opus"})


def test_hooks_that_claude_code_wrote_anew_in_its_own_layout_go_too() -> None:
    merged = merge_in(TEXTS["empty hooks with a blank"], WANTED, {})
    rewritten = json.dumps(json.loads(merged.text), indent=2)
    left = merge_out(rewritten, everyone, merged.around).text
    assert json.loads(left) == json.loads(TEXTS["empty hooks with a blank"])


def test_a_second_handler_of_ours_for_one_event_goes_with_the_next_install() -> None:
    value = with_hooks(with_hooks({}, WANTED), WANTED)
    merged = merge_in(two(value), WANTED, {})
    assert json.loads(merged.text) == with_hooks({}, WANTED)


def test_events_that_are_not_wanted_any_more_go() -> None:
    merged = merge_in(merge_in("{}", WANTED, {}).text, WANTED._replace(events=("Stop",)), {})
    assert list(json.loads(merged.text)["hooks"]) == ["Stop"]
    assert merged.removed == tuple(sorted(set(EVENTS) - {"Stop"}))


@pytest.mark.parametrize(
    ("handler", "own", "workspace"),
    [
        ({"command": "/x/daykeep-hook", "args": ["--workspace", "/w"]}, True, "/w"),
        ({"command": "/x/daykeep-hook", "args": ["--workspace=/w"]}, True, "/w"),
        ({"command": "C:\\x\\Daykeep-Hook.EXE", "args": ["--workspace", "C:\\w"]}, True, "C:\\w"),
        (
            {"command": "/x/python", "args": ["-P", "-m", "daykeep.hooks.entry", "--workspace", "/w"]},
            True,
            "/w",
        ),
        ({"command": 'daykeep-hook --workspace "/a b"'}, True, "/a b"),
        ({"command": "daykeep-hook"}, True, ""),
        ({"command": "/x/daykeep-hook", "args": ["--workspace"]}, True, ""),
        ({"command": "daykeep hooks status"}, False, ""),
        ({"command": "echo daykeep-hook"}, False, ""),
        ({"command": "/x/daykeep-hook-mine"}, False, ""),
        ({"command": "x 'unclosed daykeep-hook"}, False, ""),
        ({"type": "http", "command": "daykeep-hook"}, False, ""),
        ({"command": ["daykeep-hook"]}, False, ""),
        ({"command": ""}, False, ""),
    ],
)
def test_a_handler_is_known_by_what_it_runs(handler: dict[str, object], own: bool, workspace: str) -> None:
    text = two({"hooks": {"Stop": [{"hooks": [{"type": "command", **handler}]}]}})
    found = find_handlers(text, parse_json(text))
    assert [each.workspace for each in found] == ([workspace] if own else [])


def test_things_of_another_form_among_hooks_are_passed_over() -> None:
    text = two(
        {
            "hooks": {
                "Stop": [1, None, [], {"hooks": 1}, {"hooks": [1, "x"]}],
                "other": {"hooks": []},
                "more": "x",
            }
        }
    )
    assert find_handlers(text, parse_json(text)) == []
    merged = merge_in(text, WANTED, {})
    assert json.loads(merged.text) == with_hooks(json.loads(text), WANTED)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("[]", 1, "it is not an object"),
        ('\n"text"', 2, "it is not an object"),
        ('{\n"hooks": []}', 2, '"hooks" is not an object'),
        ('{"hooks": null}', 1, '"hooks" is not an object'),
        ('{"hooks": {\n\n"Stop": {}}}', 3, '"hooks.Stop" is not a list'),
    ],
)
def test_another_form_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(FormError) as caught:
        merge_in(text, WANTED, {})
    assert (caught.value.line, caught.value.reason) == (line, reason)


def test_what_is_no_json_is_refused() -> None:
    for text in ('{"a": 1,}', "{ // x\n}", "{'a': 1}", "{"):
        with pytest.raises(JsonError):
            merge_in(text, WANTED, {})
        with pytest.raises(JsonError):
            merge_out(text, everyone, {})
