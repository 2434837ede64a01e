"""Which hooks would run around a compaction."""

from __future__ import annotations

import pytest

from daykeep.context.compaction.hooks import HOOKS, find_hooks


def layer(event, matcher, *commands):
    group = {"hooks": [{"type": "command", "command": command} for command in commands]}
    if matcher is not None:
        group["matcher"] = matcher
    return {"hooks": {event: [group]}}


def commands(layers, event="PreCompact"):
    return next(hook.commands for hook in find_hooks(layers) if hook.event == event)


@pytest.mark.parametrize(
    "matcher", [None, "", "*", "auto", "manual|auto", "manual, auto", "^a.t", "au(to)?$"]
)
def test_hook_whose_matcher_fits_runs(matcher):
    assert commands([layer("PreCompact", matcher, "save.sh")]) == ("save.sh",)


@pytest.mark.parametrize("matcher", ["manual", "aut", "Auto", "[", "^manual$"])
def test_hook_whose_matcher_does_not_fit_does_not_run(matcher):
    assert commands([layer("PreCompact", matcher, "save.sh")]) == ()


def test_session_start_runs_for_compact_alone():
    layers = [layer("SessionStart", "startup", "a"), layer("SessionStart", "compact", "b")]
    assert commands(layers, "SessionStart") == ("b",)


def test_hooks_of_every_layer_run_once_each():
    layers = [layer("PreCompact", None, "a", "b"), layer("PreCompact", "auto", "b", "c")]
    assert commands(layers) == ("a", "b", "c")


def test_hooks_that_are_turned_off_do_not_run():
    assert commands([{"disableAllHooks": True}, layer("PreCompact", None, "a")]) == ()


@pytest.mark.parametrize(
    "damage",
    [{"hooks": 7}, {"hooks": {"PreCompact": {}}}, {"hooks": {"PreCompact": [7, {"hooks": [None, {}]}]}}],
)
def test_hooks_of_damaged_settings_are_none(damage):
    assert find_hooks([damage]) == HOOKS


def test_hook_with_a_long_command_is_cut():
    shown = commands([layer("PreCompact", None, "x" * 500)])[0]
    assert (len(shown), shown[-1]) == (100, "…")
