"""``daykeep triage`` and its commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import group

if TYPE_CHECKING:
    from daykeep.cli.frame import Call

_SESSION = click.option("--session", metavar="ID", help="Which session; else the one under way.")
_AT = click.option("--at", metavar="TIME", help="Work as if it were this moment.")


@group("triage")
def triage() -> None:
    """Decide turn by turn what a model still reads."""


@triage.command("check", short_help="Check whether a conversation is over its budget, and do what is due.")
@click.option("--budget", type=click.IntRange(1_000), metavar="N", help="Tokens that its context may have.")
@click.option("--tokens", type=click.IntRange(0), metavar="N", help="Tokens that it has, if you know better.")
@click.option("--model", default="", metavar="NAME", help="Who reads it; else who answered last.")
@click.option("--fit", is_flag=True, help="Store what would be kept too, the oldest first, until it fits.")
@click.option("--force", is_flag=True, help="Check it though it is within the budget.")
@click.option("--dry-run", is_flag=True, help="Show what would be done; change nothing.")
@_SESSION
@_AT
def check(call: Call, **given: Any) -> int | None:
    """Check whether a conversation is over its budget, and do what is due.

    Each old turn is kept, made a note, stored, hidden in part or dropped; the newest ones, the goal and what is not finished
    are never touched. The history stays whole, `triage log --why U7` says why, `triage undo` takes it back. If anything
    fails nothing is changed (exit code 10).
    """
    from daykeep.cli.triage.check import answer_check

    return answer_check(call, given)


@triage.command("log", short_help="Show the checks, one check, or why a turn is where it is.")
@click.argument("check_id", metavar="[CHECK]", default="")
@click.option("--why", default="", metavar="U7", help="Everything that was decided about one turn.")
@_SESSION
def log(call: Call, check_id: str, **given: Any) -> None:
    """Show the checks, one check, or why a turn is where it is."""
    from daykeep.cli.triage.past import show_log

    show_log(call, check_id, given)


@triage.command("diff", short_help="Show what a check changed in the view.")
@click.argument("check_id", metavar="[CHECK]", default="")
@_SESSION
def diff(call: Call, check_id: str, **given: Any) -> None:
    """Show what a check changed in the view: each turn before and after, with its tokens. Without CHECK the last one."""
    from daykeep.cli.triage.past import show_diff

    show_diff(call, check_id, given)


@triage.command("undo", short_help="Take back what a check changed.")
@click.argument("check_id", metavar="[CHECK]", default="")
@_SESSION
@_AT
def undo(call: Call, check_id: str, **given: Any) -> None:
    """Take back what a check changed, without CHECK the last one: its turns stand in the view again as they were said."""
    from daykeep.cli.triage.past import undo_check

    undo_check(call, check_id, given)


@triage.command("replay", short_help="Show what another policy would decide from the same answers.")
@click.option("--policy", required=True, metavar="FILE", help="The policy, in this workspace.")
@_SESSION
def replay(call: Call, **given: Any) -> None:
    """Show what another policy would decide from the answers that the decider gave before.

    Nobody is asked again and nothing is changed. It shows what a policy's numbers do; new words would need new answers.
    """
    from daykeep.cli.triage.past import replay_log

    replay_log(call, given)


@triage.command("pin", short_help="Keep a turn in the view whatever comes.")
@click.argument("unit_id", metavar="U7")
@click.option("--off", is_flag=True, help="Let it go again.")
@_SESSION
def pin(call: Call, unit_id: str, **given: Any) -> None:
    """Keep a turn in the view whatever comes."""
    from daykeep.cli.triage.rules import pin_unit

    pin_unit(call, unit_id, given)


@triage.command("policy", short_help="Print the policy, or try it on cases.")
@click.argument("name", metavar="[FILE]", default="")
@click.option("--test", is_flag=True, help="Try it on its cases: short decisions must never be dropped.")
def policy(call: Call, name: str, **given: Any) -> int | None:
    """Print the policy, or try it on cases.

    FILE is one of this workspace; else the setting triage.policy, else daykeep's own. It is plain language with a few
    numbers. With --test an exit code of 10 says that a case failed.
    """
    from daykeep.cli.triage.rules import show_policy

    return show_policy(call, name, given)


@triage.command("calibrate", short_help="Fit the policy's gates to labelled answers.")
@click.argument("labels", metavar="FILE|-")
@click.option(
    "--target", type=click.FloatRange(0, 1), default=0.01, help="Share of wrong answers that is allowed."
)
def calibrate(call: Call, labels: str, **given: Any) -> None:
    """Fit the policy's gates to labelled answers.

    FILE has one object a line: "probabilities" of the choices and "label", the right one. Shows how far
    probabilities can be believed, a gate for each action, and two rules that look at nothing for comparison.
    """
    from daykeep.cli.triage.rules import fit_gates

    fit_gates(call, labels, given)
