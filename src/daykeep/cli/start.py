"""``daykeep start``: what an agent reads when it wakes up."""

from __future__ import annotations

from typing import Any

import click

from daykeep.cli.frame import Call, command

SESSIONS = ("main", "group", "cron", "subagent", "heartbeat")


@command("start")
@click.option(
    "--session", type=click.Choice(SESSIONS), default="main", help="Who wakes up; decides what is read."
)
@click.option(
    "--already", multiple=True, metavar="FILE,…", help="Files that are in the context already: left out."
)
@click.option("--budget", metavar="SIZE", help='As "12000 tokens" or "40000 chars"; else start.budget.')
@click.option("--full", is_flag=True, help="AGENTS.md and TOOLS.md in a main session too.")
@click.option(
    "--format", "form", type=click.Choice(["md", "json"]), default="md", help="Text, or parts as JSON."
)
@click.option("--as-of", metavar="DATE", help="As it was at the end of an earlier day.")
def start(call: Call, **given: Any) -> None:
    """Print what an agent reads when it wakes up."""
    from daykeep.operations.start import Wish, build_packet

    call.json = call.json or given["form"] == "json"
    wish = Wish(
        given["session"], given["already"], given["budget"] or "", given["full"], given["as_of"] or ""
    )
    packet = build_packet(call.workspace(), wish)
    call.emit(packet.as_json() if call.json else {}, packet.text)
