"""The explanation: every section, everything that is missing, and the plan of the cache."""

from __future__ import annotations

from daykeep.context.build.assemble import assemble
from daykeep.context.build.section import LeftOut
from daykeep.context.cache.plan import Plan, Point
from daykeep.context.output.explain import explain_context, explain_plan, list_cut
from tests.context.build.drafting import lines, own, static

TEXT = "\n".join(f"line {number} of little weight" for number in range(100))


def test_table_has_position_key_part_stability_place_tokens_hash_and_source():
    context = assemble([static("base", "Be brief."), own("git", "Branch: main")])
    head, first, second, *_ = explain_context(context)
    assert head.split() == ["#", "section", "part", "stays", "place", "tokens", "sha256", "from"]
    assert first.split() == [
        "1",
        "base",
        "static",
        "immutable",
        "system",
        str(context.sections[0].tokens),
        context.sections[0].sha256[:12],
        "base.md",
    ]
    assert second.split()[:5] == ["2", "git", "dynamic", "session", "system"]


def test_what_was_cut_and_left_out_is_listed_with_its_reason():
    context = assemble(
        [lines("packet", TEXT)], budget=200, left_out=[LeftOut("memories", "nothing was found")]
    )
    shown = "\n".join(explain_context(context))
    assert "packet: packet.md:" in shown
    assert "no room within the budget" in shown
    assert "memories: nothing was found" in shown
    assert f"{context.tokens:,} tokens of 200 in 1 sections" in shown


def test_list_of_cuts_has_what_the_budget_took_and_nothing_that_was_missing_anyway():
    context = assemble(
        [own("git", "x " * 1000), lines("packet", TEXT)],
        budget=150,
        left_out=[LeftOut("memories", "nothing was found")],
    )
    cut = list_cut(context)
    assert {each.partition(":")[0] for each in cut} == {"git", "packet"}
    assert all("no room within the budget" in each for each in cut)


def test_totals_name_the_conversation_the_repairs_and_the_key():
    context = assemble([own("git", "Branch: main")])
    shown = list(explain_context(context, conversation_tokens=1234, repairs=2))
    assert "1,234 tokens of conversation, which no budget cuts, 2 repairs" in shown
    assert f"memo key {context.key}" in shown


def test_long_paths_keep_their_ends():
    context = assemble([lines("a/" + "very-long-folder/" * 6 + "CLAUDE", "text")])
    assert "…" in next(line for line in explain_context(context) if "CLAUDE" in line)


def test_plan_tells_each_breakpoint_and_every_note():
    plan = Plan(
        (Point(0, "system[0]", 2000, "1h", "the static part"),), ("dropped one",), ("below the minimum",)
    )
    assert list(explain_plan(plan)) == [
        "Cache breakpoints:",
        "  1. system[0]: 2,000 tokens up to here, 1h (the static part)",
        "  dropped one",
        "  below the minimum",
    ]
    assert list(explain_plan(Plan((), (), ()))) == ["No cache breakpoint."]
