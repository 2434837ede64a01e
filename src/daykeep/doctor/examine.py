"""Runs every check over a workspace and gives one report; changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from daykeep.doctor.approval import check_approval
from daykeep.doctor.budget import check_budgets
from daykeep.doctor.content import check_contents
from daykeep.doctor.finding import LEVELS, Finding
from daykeep.doctor.names import check_names
from daykeep.doctor.notes import check_notes
from daykeep.doctor.proposals import check_proposals
from daykeep.doctor.setup import check_leftovers, check_routing, check_setup
from daykeep.doctor.states import check_states
from daykeep.doctor.stored import check_stored
from daykeep.doctor.together.claude import check_claude_memory
from daykeep.doctor.together.hooks import check_hooks
from daykeep.doctor.together.openclaw import check_dreaming
from daykeep.errors import DaykeepError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from daykeep.doctor.finding import Subject

CHECKS: tuple[Callable[[Subject], Iterator[Finding]], ...] = (
    check_setup,
    check_budgets,
    check_names,
    check_contents,
    check_states,
    check_approval,
    check_proposals,
    check_notes,
    check_routing,
    check_stored,
    check_dreaming,
    check_claude_memory,
    check_hooks,
    check_leftovers,
)

Looked = TypeVar("Looked")


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
    return run_checks(CHECKS, subject)


def run_checks(checks: Sequence[Callable[[Looked], Iterator[Finding]]], looked: Looked) -> Report:
    """What these checks find; one that fails is a finding of level error."""
    found: dict[str, Finding] = {}
    for check in checks:
        try:
            for finding in check(looked):
                found.setdefault(finding.id, finding)
        except (DaykeepError, OSError) as error:
            name = check.__name__.removeprefix("check_")
            message = error.message if isinstance(error, DaykeepError) else str(error)
            said = f"the {name} can't be checked: {message}"
            found[f"unchecked:{name}"] = Finding(f"unchecked:{name}", "error", "", 0, said)
    return Report(in_order(found.values()))


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Errors first, then by file and line."""
    return tuple(sorted(findings, key=lambda f: (LEVELS.index(f.level), f.name, f.line, f.id)))
