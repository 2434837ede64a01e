"""``daykeep session extract``: what the person stated in a session, proposed as notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.session.group import session

if TYPE_CHECKING:
    from daykeep.cli.frame import Call


@session.command("extract", short_help="Propose as notes what the user stated for good.")
@click.option("--session", metavar="ID", help="Which session; else the one under way.")
@click.option("--dry-run", is_flag=True, help="Show what would be proposed; write nothing.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def extract(call: Call, **given: Any) -> int:
    """Propose as notes what the user stated, corrected and decided in finished turns.

    Only the user's own words count: no results of tools, no quotations, nothing pasted. Each statement becomes an
    unreviewed note at once and waits in `daykeep review`. What was read once is not read again.
    """
    from daykeep.cli.session.extract import extract_statements

    return extract_statements(call, given)
