"""``daykeep session new`` and the other commands that keep what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.session.group import session

if TYPE_CHECKING:
    from daykeep.cli.frame import Call

_SESSION = click.option("--session", metavar="ID", help="Which session; else the one under way.")
_AT = click.option("--at", metavar="TIME", help="Work as if it were this moment.")


@session.command("new", short_help="Begin a session.")
@click.option(
    "--id", "session_id", default="", metavar="ID", help="Its name; else one that begins with the day."
)
@click.option("--source", default="", metavar="NAME", help="Where its messages come from.")
@click.option("--model", default="", metavar="NAME", help="Who answers in it.")
@_AT
def new(call: Call, **given: Any) -> None:
    """Begin a session.

    Its history, .daykeep/data/sessions/ID/history.jsonl, holds everything word for word and is never changed, only
    appended to. It is not in git.
    """
    from daykeep.cli.session.history import begin_session

    begin_session(call, given)


@session.command("ingest", short_help="Take in a conversation, or what is new in it.")
@click.argument("name", metavar="FILE|-")
@click.option(
    "--session", "--id", "session_id", default="", metavar="ID", help="Which session; else its own."
)
@_AT
def ingest(call: Call, name: str, **given: Any) -> None:
    """Take in a conversation, or what is new in it.

    FILE is a transcript of Claude Code, pi or Codex, or a list of messages (Anthropic, OpenAI chat or Responses). The
    file is not changed. All of it is taken in, over the agent's own compactions; the same file again adds what is new.
    """
    from daykeep.cli.session.history import ingest_file

    ingest_file(call, name, given)


@session.command("append", short_help="Append what is read from standard input.")
@click.option("--role", type=click.Choice(["user", "assistant", "system"]), help="It is a text; who says it.")
@_SESSION
@_AT
def append(call: Call, **given: Any) -> None:
    """Append what is read from standard input: messages as JSON, or a text.

    A message, a list of messages, or lines of them, as any provider writes them; everything else is a text of the
    user. With --role it is a text whatever it looks like. Without a session one is begun.
    """
    from daykeep.cli.session.history import append_input

    append_input(call, given)


@session.command("show", short_help="Show turns, what a model gets, or what was said.")
@click.option("--turn", default="", metavar="U7", help="One turn, whole.")
@click.option("--view", "shown", flag_value="view", help="What a model gets of it now.")
@click.option(
    "--user", "shown", flag_value="user", help="All that was said, and what the model no longer sees."
)
@click.option(
    "--to",
    type=click.Choice(["text", "anthropic", "openai", "responses"]),
    default="text",
    help="The view in whose form.",
)
@_SESSION
def show(call: Call, **given: Any) -> None:
    """Show turns, what a model gets, or what was said.

    A turn is what a person said and all that answers it. Without options each is one line, with its size and what has
    become of it.
    """
    from daykeep.cli.session.show import show_session

    show_session(call, given)


@session.command("status", short_help="Say how long a session is and what stands in it.")
@_SESSION
def status(call: Call, **given: Any) -> None:
    """Say how long a session is, how much of it a model gets, and what can't be read."""
    from daykeep.cli.session.show import show_status

    show_status(call, given)


@session.command("end", short_help="Say that a session is over, and write its memory.")
@click.option("--sync", is_flag=True, help="Propose what was stated for good, promote what lasts.")
@_SESSION
@_AT
def end(call: Call, **given: Any) -> int | None:
    """Say that a session is over, and write its memory.

    Its history stays; what is appended later opens it again. With --sync what was stated for good is proposed as notes
    and what lasts is promoted, through the gates that all proposals pass.
    """
    from daykeep.cli.session.history import end_session

    return end_session(call, given)


@session.command("list", short_help="List the sessions of this workspace.")
def list_all(call: Call) -> None:
    """List the sessions of this workspace, those that began last first."""
    from daykeep.cli.session.history import list_sessions

    list_sessions(call)
