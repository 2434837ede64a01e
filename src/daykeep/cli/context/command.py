"""``daykeep context``: what a model reads, and how it is put together."""

from __future__ import annotations

from typing import Any

import click

from daykeep.cli.frame import Call, group
from daykeep.cli.start import SESSIONS
from daykeep.context.export.names import AGENTS
from daykeep.context.instructions.model import PROFILES


@group("context")
def context() -> None:
    """See and build what a model reads."""


@context.command("files", short_help="List the instruction files that an agent reads here.")
@click.option("--cwd", metavar="DIR", help="Where the agent starts; else here.")
@click.option("--for", "for_paths", multiple=True, metavar="PATH", help="A file that it will read or write.")
@click.option(
    "--add-dir", "add_dirs", multiple=True, metavar="DIR", help="A further folder that it works in."
)
@click.option("--profile", type=click.Choice(PROFILES), default="claude", help="Whose rules decide.")
@click.option("--setting-sources", metavar="NAMES", help="Any of user,project,local; else all of them.")
@click.option("--settings", metavar="JSON", help="Settings of Claude Code, or a file with them.")
@click.option("--concat", is_flag=True, help="Every AGENTS.md above a path, not the closest alone.")
@click.option("--team", is_flag=True, help="Team memory too.")
@click.option("--model", default="", metavar="NAME", help="For whom tokens are counted.")
@click.option(
    "--warn-chars",
    metavar="N",
    type=click.IntRange(0),
    default=40_000,
    help="Size of a file that is named as large.",
)
@click.option(
    "--approve-imports", "answer", flag_value="approved", help="Let this project import from outside of it."
)
@click.option("--decline-imports", "answer", flag_value="declined", help="Don't, and don't ask again.")
@click.option("--forget-imports", "answer", flag_value="ask", help="Take that answer back.")
def files(call: Call, **given: Any) -> None:
    """List the instruction files that an agent reads here.

    In the order they are read, with reason, size and what imported them; then what is not read, and why. Answers on
    imports are taken from a person at a terminal only, and kept in your own settings folder.
    """
    from daykeep.cli.context.files import show_files

    show_files(call, given)


@context.command("build", short_help="Build what a model reads, with cache breakpoints.")
@click.option("--query", default="", metavar="TEXT", help="What it is about to be asked: known things go in.")
@click.option("--budget", type=click.IntRange(1), metavar="N", help="At most N tokens, conversation aside.")
@click.option(
    "--messages",
    metavar="FILE",
    help="The conversation, a transcript or a list of messages; - reads standard input.",
)
@click.option(
    "--images", type=click.Choice(["keep", "placeholder"]), default="keep", help="Its pictures, or [image]."
)
@click.option(
    "--static", "static_files", multiple=True, metavar="FILE", help="A part that never changes; in order."
)
@click.option(
    "--to", type=click.Choice(["text", "anthropic", "openai"]), default="text", help="In whose form."
)
@click.option(
    "--model", default="", metavar="NAME", help="For whom: how tokens count, from where on it caches."
)
@click.option(
    "--static-ttl", type=click.Choice(["5m", "1h"]), default="5m", help="How long the static part is cached."
)
@click.option(
    "--profile", type=click.Choice(PROFILES), default="claude", help="Whose rules find instruction files."
)
@click.option("--for", "for_paths", multiple=True, metavar="PATH", help="A file it will read or write.")
@click.option("--cwd", metavar="DIR", help="Where the agent works; else here.")
@click.option(
    "--session", type=click.Choice(SESSIONS), default="main", help="Who reads; decides what is private."
)
@click.option(
    "--session-id", default="", metavar="ID", help="Whose memory/sessions/ID.md; else the conversation's."
)
@click.option("--tools", multiple=True, metavar="NAME,…", help="Tools that are switched on.")
@click.option("--mcp", "mcp_files", multiple=True, metavar="FILE", help="What a server says about its tools.")
@click.option("--scratchpad", metavar="DIR", help="Where temporary files go.")
@click.option("--git/--no-git", default=True, help="With a snapshot of the repository, or without.")
@click.option(
    "--explain", is_flag=True, help="Show the sections, what is missing and the cache plan instead."
)
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def build(call: Call, **given: Any) -> None:
    """Build what a model reads.

    A static part, a boundary, then instruction files, start packet, what is known about --query, environment and git:
    the same input gives the same bytes. The conversation of --messages follows unchanged. Works without a workspace too.
    """
    from daykeep.cli.context.build import show_context

    show_context(call, given)


@context.command("messages", short_help="Repair a conversation and print it for a provider.")
@click.argument("name", metavar="FILE|-")
@click.option(
    "--to",
    type=click.Choice(["anthropic", "openai", "responses"]),
    default="anthropic",
    help="In whose form.",
)
@click.option(
    "--images", type=click.Choice(["keep", "placeholder"]), default="keep", help="Pictures, or [image]."
)
@click.option(
    "--model", default="", metavar="NAME", help="Who will read it; else the one that answered last."
)
@click.option("--check", is_flag=True, help="Only report; exit code 10 if something must be repaired.")
def messages(call: Call, name: str, **given: Any) -> int:
    """Repair a conversation and print it for a provider.

    FILE is a transcript (Claude Code, pi, Codex) or a list of messages (Anthropic, OpenAI chat or Responses). It is not
    changed. What is right already comes out as it is; every repair is said on stderr, or in `repairs` with --json.
    """
    from daykeep.cli.context.messages import show_messages

    return show_messages(call, name, given)


@context.command("tokens", short_help="Count the tokens of texts, without a network.")
@click.argument("names", nargs=-1, metavar="[FILE…|-]")
@click.option("--model", default="", metavar="NAME", help="For whose vocabulary.")
def tokens(call: Call, names: tuple[str, ...], model: str) -> int:
    """Count the tokens of texts, without a network.

    Each FILE (or standard input) as it is. Exact for OpenAI's models with daykeep[tokens], an estimate with its
    measured error for every other; the answer says which.
    """
    from daykeep.cli.context.tokens import show_tokens

    return show_tokens(call, names, model)


@context.command("compact", short_help="Compact a conversation: turn by turn, or as one summary.")
@click.argument("name", required=False, default="", metavar="[FILE|-]")
@click.option("--session", metavar="ID", help="Which session; else the file's own, or the one under way.")
@click.option(
    "--mode",
    type=click.Choice(["triage", "summary"]),
    default="triage",
    help="Each turn by what is decided of it, or all as one summary.",
)
@click.option("--from", "first", default="", metavar="U3", help="The first turn that may go.")
@click.option("--to", "last", default="", metavar="U20", help="The last turn that may go.")
@click.option("--instructions", default="", metavar="TEXT", help="What a model that writes should heed.")
@click.option("--dry-run", is_flag=True, help="Show what would be done; change nothing, run no command.")
@click.option(
    "--form",
    type=click.Choice(["text", "anthropic", "openai", "responses"]),
    help="Print the compacted conversation in this form, without pictures.",
)
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def compact(call: Call, name: str, **given: Any) -> int | None:
    """Compact a conversation: turn by turn, or as one summary.

    FILE is taken in as by `session ingest`; without it a session is compacted. What fades is restated, decisions stay word for
    word, originals are stored for `recall`, the session's memory is brought up to now, and `triage undo` takes the change back. Your
    commands context.compact.before and .after are asked and told. If anything fails nothing is changed (exit code 10).
    """
    from daykeep.cli.context.compact import show_compacted

    return show_compacted(call, name, given)


@context.command("check", short_help="Say whether a conversation would be compacted now, and why.")
@click.argument("name", required=False, metavar="[FILE|-]")
@click.option("--tokens", type=click.IntRange(0), metavar="N", help="How full it is, where you know it.")
@click.option("--model", default="", metavar="NAME", help="Who reads it; else the one that answered last.")
@click.option("--threshold", type=click.IntRange(1), metavar="N", help="Tokens at which it is compacted.")
def check(call: Call, name: str | None, **given: Any) -> None:
    """Say whether a conversation would be compacted now, and why.

    FILE is a transcript or a list of messages. Its last usage that can be believed counts, and what came after it; else
    its messages are counted. Says what would be taken out, what can't be, and what keeps it from happening. Changes nothing.
    """
    from daykeep.cli.context.check import show_check

    show_check(call, name, given)


@context.command("export", short_help="Tell other agents of this workspace, in their own files.")
@click.option(
    "--for",
    "agents",
    multiple=True,
    required=True,
    type=click.Choice(AGENTS),
    help="Whose files; may be repeated.",
)
@click.option("--to", metavar="DIR", help="The project's folder; else the checkout around this one.")
@click.option("--inline", is_flag=True, help="Copy what is stable of the workspace too, as far as it fits.")
@click.option("--private", is_flag=True, help="Copy USER.md and MEMORY.md even where git may see them.")
@click.option("--applies-to", metavar="GLOBS", help="Only with files that match (cursor, copilot).")
@click.option("--remove", is_flag=True, help="Take the block away again.")
@click.option("--force", is_flag=True, help="Take over a block that points to another workspace.")
@click.option("--dry-run", is_flag=True, help="Say what would change; write nothing.")
def export(call: Call, **given: Any) -> int:
    """Tell other agents of this workspace, in their own files.

    Writes a block into AGENTS.md, CLAUDE.md, GEMINI.md, Copilot's instructions or a rule of Cursor's that points to `daykeep
    start`. Nothing outside of the block changes; what an agent would cut off is said. `uninstall` takes it away too.
    """
    from daykeep.cli.context.export import show_export

    return show_export(call, given)
