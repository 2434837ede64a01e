"""Runs every check over a workspace and gives one report; changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.doctor.approval import check_approval
from daykeep.doctor.budget import check_budgets
from daykeep.doctor.content import check_contents
from daykeep.doctor.finding import LEVELS, Finding
from daykeep.doctor.names import check_names
from daykeep.doctor.proposals import check_proposals
from daykeep.doctor.setup import check_leftovers, check_routing, check_setup
from daykeep.doctor.states import check_states
from daykeep.errors import DaykeepError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from daykeep.doctor.finding import Subject

CHECKS: tuple[Callable[[Subject], Iterator[Finding]], ...] = (
    check_setup,
    check_budgets,
    check_names,
    check_contents,
    check_states,
    check_approval,
    check_proposals,
    check_routing,
    check_leftovers,
)


class Report(NamedTuple):
    """Everything that was found, errors first, then by file and line."""

    findings: tuple[Finding, ...]

    def count(self, level: str) -> int:
        """How many findings there are of one level."""
        return sum(finding.level == level for finding in self.findings)

    @property
    def healthy(self) -> bool:
        """Whether nothing of level error was found."""
        return self.count("error") == 0


def examine(subject: Subject) -> Report:
    """Every finding in the workspace. A check that can't be done is a finding too, and the others go on."""
    found: dict[str, Finding] = {}
    for check in CHECKS:
        try:
            for finding in check(subject):
                found.setdefault(finding.id, finding)
        except (DaykeepError, OSError) as error:
            name = check.__name__.removeprefix("check_")
            message = error.message if isinstance(error, DaykeepError) else str(error)
            said = f"the {name} can't be checked: {message}"
            found[f"unchecked:{name}"] = Finding(f"unchecked:{name}", "error", "", 0, said)
    order = sorted(found.values(), key=lambda f: (LEVELS.index(f.level), f.name, f.line, f.id))
    return Report(tuple(order))
