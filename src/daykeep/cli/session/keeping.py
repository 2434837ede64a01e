"""``daykeep session register`` and the other commands that keep information in force."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.session.group import session
from daykeep.cli.texts import TextCommand

if TYPE_CHECKING:
    from daykeep.cli.frame import Call

ORIGINS = ("user", "agent", "tool", "web", "import", "hook")
_SESSION = click.option("--session", metavar="ID", help="Which session; else the one under way.")
_ROUND = click.option(
    "--current-round",
    "--round",
    "current_round",
    type=int,
    metavar="N",
    help="Which round it is; else as told or counted.",
)
_AT = click.option("--at", metavar="TIME", help="Work as if it were this moment.")


@session.command("register", short_help="Register information that must stay in force.")
@click.option("--id", "record_id", required=True, metavar="NAME", help="Its name.")
@click.option("--type", "kind", required=True, help="Such as user_preference, constraint, goal, decision.")
@click.option("--content", required=True, metavar="TEXT", help="What is to be kept in mind.")
@click.option("--position", type=click.IntRange(0), metavar="N", help="Where it stands, in tokens.")
@click.option("--total", type=click.IntRange(1), metavar="N", help="Of how many.")
@click.option("--supersedes", multiple=True, metavar="NAME", help="What it replaces.")
@click.option("--origin", type=click.Choice(ORIGINS), help="Who says it; agent unless a person types it.")
@click.option("--confirmed", is_flag=True, help="The user confirmed it; counts at a person's terminal.")
@_ROUND
@_SESSION
@_AT
def register(call: Call, **given: Any) -> None:
    """Register information that must stay in force.

    It counts from this round; ten rounds without a use and it is restated (twenty for what counts less). The same
    name with another content replaces it. Without a session one is begun.
    """
    from daykeep.cli.session.records import register_record

    register_record(call, given)


@session.command("reference", short_help="Say that information was used.")
@click.option("--id", "record_id", required=True, metavar="NAME", help="Which.")
@_ROUND
@_SESSION
@_AT
def reference(call: Call, **given: Any) -> None:
    """Say that information was used in this round.

    Uses in a history that daykeep keeps (`daykeep session ingest`) are counted by themselves.
    """
    from daykeep.cli.session.records import reference_record

    reference_record(call, given)


@session.command("decay", short_help="Report what fades.")
@_ROUND
@_SESSION
@_AT
def decay(call: Call, **given: Any) -> None:
    """Report what fades: information without a use for too long, and risky places.

    Ten rounds for what counts most, twenty for the rest; see `session.decay` in the settings.
    """
    from daykeep.cli.session.records import show_decay

    show_decay(call, given)


@session.command("refresh", short_help="Restate what fades, for the end of the newest message.")
@click.option("--id", "record_ids", multiple=True, metavar="NAME", help="Which; else all that is due.")
@_ROUND
@_SESSION
@_AT
def refresh(call: Call, **given: Any) -> None:
    """Restate information: prints a block of at most 200 tokens for the end of the newest message.

    History is never moved. What was restated is not due again before its threshold has passed once more.
    """
    from daykeep.cli.session.records import refresh_records

    refresh_records(call, given)


@session.command("check-position", short_help="Say whether a place in a context is a risky one.")
@click.option("--id", "record_id", default="", metavar="NAME", help="What stands there.")
@click.option("--position", type=int, required=True, metavar="N", help="Where, in tokens from the start.")
@click.option("--total", type=int, required=True, metavar="N", help="Of how many.")
@click.option("--window", type=int, metavar="N", help="Tokens that the model's window holds.")
@_ROUND
@_SESSION
@_AT
def check_position(call: Call, **given: Any) -> None:
    """Say whether a place in a context is one that models may read less well.

    The middle (0.3 to 0.7, both included) while at most half of the window is filled or the window is not known; what
    is far from the end in a fuller one. Advice, not a forecast: studies disagree.
    """
    from daykeep.cli.session.records import show_position

    show_position(call, given)


@session.command("monitor", short_help="Watch a session: size, decay, places, what would help.")
@click.option("--tokens", type=click.IntRange(0), metavar="N", help="How large it is; else counted.")
@click.option("--threshold", type=click.IntRange(1), metavar="N", help="How large it may get.")
@click.option("--window", type=click.IntRange(1), metavar="N", help="Tokens that the model's window holds.")
@_ROUND
@_SESSION
@_AT
def monitor(call: Call, **given: Any) -> None:
    """Watch a session: its size, what fades, risky places, and what would help.

    What is due is restated, unless `session.decay.auto_refresh` is off.
    """
    from daykeep.cli.session.watch import show_monitor

    show_monitor(call, given)


@session.command("compress", short_help="Compress a conversation by category.")
@click.option("--target-ratio", type=click.FloatRange(0, 1), metavar="R", help="What is aimed at: 0.3 of it.")
@click.option("--input", "input_file", default="", metavar="FILE", help="A list of objects; - reads stdin.")
@_ROUND
@_SESSION
@_AT
def compress(call: Call, **given: Any) -> None:
    """Compress a conversation by category.

    Restates what fades, keeps decisions word by word, shortens errors, code, data, logs and talk, and brings the
    session's memory up to date. The ratio is a goal: a detail that must stay stays. Nothing is changed in the history; a FILE
    is a JSON list of {"type", "content"}, or {"history": [...]}.
    """
    from daykeep.cli.session.compress import show_compressed

    show_compressed(call, given)


@session.command("enhance", cls=TextCommand, short_help="Put what is known into a context.")
@click.option("--query", required=True, metavar="TEXT", help="What the context is about to be used for.")
@click.option(
    "--context", "context_file", default="", metavar="FILE", help="The context; - reads standard input."
)
@click.option("--top-k", type=click.IntRange(1, 100), metavar="N", help="At most N passages.")
@click.option("--threshold", type=click.FloatRange(0, 1), help="Their lowest score.")
@click.option("--position", type=click.Choice(["start", "end"]), help="Where they go.")
@click.option("--budget", type=click.IntRange(1, 1_000_000), default=1500, help="At most N tokens.")
@_SESSION
@_AT
def enhance(call: Call, **given: Any) -> None:
    """Put what is known into a context: registered information, then what search finds.

    As `daykeep enhance`, with the number, score and place of `session.retrieval`.
    """
    from daykeep.cli.session.enhance import show_enhanced

    show_enhanced(call, given)


@session.command("sync", short_help="Promote what lasts to long-term memory.")
@click.option("--dry-run", is_flag=True, help="Show what would be done; write nothing.")
@_SESSION
@_AT
def sync(call: Call, **given: Any) -> int:
    """Promote what lasts: to the session's memory, to MEMORY.md where it is sure, to the review queue else.

    MEMORY.md is never written anew. What came from tools, the web or an import always waits for a person.
    """
    from daykeep.cli.session.sync import show_sync

    return show_sync(call, given)


@session.command("summarize", short_help="Bring a session's memory up to date and print it.")
@_SESSION
@_AT
def summarize(call: Call, **given: Any) -> None:
    """Bring a session's memory up to date and print it.

    memory/sessions/ID.md: goal, decisions with reasons, findings, preferences and constraints, progress, open asks. From
    what user and agent said and what is registered; never from results of tools. What others wrote there stays.
    """
    from daykeep.cli.session.summarize import show_summary

    show_summary(call, given)
