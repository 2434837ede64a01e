"""Why a conversation was not compacted: every cause that its readings, its limits and its settings show."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.transcripts.usage.fill import COUNTED, GIVEN

if TYPE_CHECKING:
    from daykeep.context.compaction.limits import Limits
    from daykeep.context.compaction.plan import Plan
    from daykeep.transcripts.usage.fill import Fill


class Cause(NamedTuple):
    """One cause by a stable code, in words, and what to do about it ("" if nothing)."""

    code: str
    text: str
    hint: str = ""


def diagnose(fill: Fill, limits: Limits, plan: Plan) -> tuple[Cause, ...]:
    """The causes for which no compaction happened, the deciding one first; empty if one is due and nothing stops it.

    Codes: those of a plan (``below``, ``near``, ``doubted``, ``disabled``, ``irreducible``, ``suspended``), of an environment that does
    not mean what it says (``window_not_integer``, ``window_clamped``, ``window_ignored``, ``percent_ignored``),
    ``threshold_above_window``, ``no_usage`` and ``not_comparable``.
    """
    causes = [] if plan.would_compact else [Cause(plan.code, plan.why, _HINTS.get(plan.code, ""))]
    if limits.disabled_by and plan.code != "disabled":
        causes.append(Cause("disabled", f"{limits.disabled_by} turns compaction off", _HINTS["disabled"]))
    causes += [Cause(code, text, _HINTS.get(code, "")) for code, text in limits.faults]
    if limits.window is not None and limits.threshold > limits.window:
        said = (
            f"the threshold of {limits.threshold:,} ({limits.origin}) is above the model's window of {limits.window:,}: "
            "the provider refuses the conversation before it is reached"
        )
        causes.append(Cause("threshold_above_window", said, _HINTS["threshold_above_window"]))
    if fill.source == COUNTED and not fill.readings:
        said = f"no answer carries its usage; its {fill.tokens:,} tokens are counted from the messages alone"
        causes.append(Cause("no_usage", said, _HINTS["no_usage"]))
    doubted = [one for one in fill.readings if one.code not in {"", "void"}]
    if doubted and fill.source != GIVEN:
        last = doubted[-1]
        many = f"{len(doubted)} of {len(fill.readings)} readings can't be compared"
        causes.append(Cause("not_comparable", f"{many}; the last of them, at line {last.line}: {last.why}"))
    return tuple(causes)


_HINTS = {
    "below": "nothing is wrong; a lower threshold compacts earlier",
    "near": "it comes soon; a lower threshold compacts earlier",
    "doubted": "look again after the next answer",
    "disabled": "switch it on where that stands: the environment, `env` in Claude Code's settings, or its /config",
    "irreducible": "take tools, servers or instruction files out, or raise the threshold",
    "suspended": "compact by hand with instructions, or start a new session",
    "window_not_integer": "write the number in full, as 500000",
    "window_clamped": "name a number from 100000 to 1000000",
    "window_ignored": "write a whole number, as 500000",
    "percent_ignored": "write a number from 1 to 100; it can only lower the point",
    "threshold_above_window": "set a threshold below the window",
    "no_usage": "the system prompt and the tools are in no message: the real number is higher",
}
