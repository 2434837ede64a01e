"""The check of a rewrite: all of the checks together, and one verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.checks.attribution import find_unsupported
from daykeep.triage.checks.bindings import find_exchanged
from daykeep.triage.checks.facts import find_misquoted, is_foreign, is_new, names, without_quotes
from daykeep.triage.checks.meaning import find_turned
from daykeep.triage.checks.shape import (
    NO_SHAPE,
    NOTE_SHAPE,
    SUMMARY_SHAPE,
    Shape,
    find_misshapen,
    without_list,
)
from daykeep.triage.checks.source import Reading, Source

if TYPE_CHECKING:
    from daykeep.triage.reading.details import DetailSet

__all__ = ["NOTE_SHAPE", "NO_SHAPE", "SUMMARY_SHAPE", "Shape", "Verdict", "check_rewrite"]


class Verdict(NamedTuple):
    """What the check of one rewrite found.

    ``must`` are the details that it has to name, ``found`` and ``missing`` those that it does and doesn't. ``new_facts`` are values
    that its source doesn't have, ``turned`` what it says the other way round, ``unsupported`` what it says of the person that
    they didn't say, ``misshapen`` what is wrong with its form. ``repairs`` counts what was done to it before.
    """

    must: tuple[str, ...]
    found: tuple[str, ...]
    missing: tuple[str, ...]
    new_facts: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()
    misshapen: tuple[str, ...] = ()
    repairs: int = 0

    @property
    def ok(self) -> bool:
        """Whether it may stand for its source."""
        return not (self.missing or self.new_facts or self.turned or self.unsupported or self.misshapen)

    @property
    def polarity_ok(self) -> bool:
        """Whether nothing is turned round or put into the person's mouth."""
        return not (self.turned or self.unsupported)

    @property
    def failed(self) -> tuple[str, ...]:
        """What is wrong, each in a few words, for a writer that tries again and for the log."""
        return (
            *(f"missing: {one}" for one in self.missing),
            *(f"not in the source: {one}" for one in self.new_facts),
            *(f"turned round: {one}" for one in self.turned),
            *(f"the user did not say: {one}" for one in self.unsupported),
            *(f"form: {one}" for one in self.misshapen),
        )


def check_rewrite(
    source: Source, text: str, must: DetailSet | None = None, *, shape: Shape = NOTE_SHAPE
) -> Verdict:
    """Whether ``text`` may stand for its source: strict on the safe side, since else the original stays.

    ``must`` are the details that it has to name, those of the source by default. With ``NO_SHAPE`` only what it says is
    looked at, as for a compression that keeps lines. Never changes anything; the same for the same input.
    """
    details = (must or source.details).must
    note = Reading(text)
    missing = [one.text for one in details if not names(note, one)]
    lost = set(missing)
    own = Reading(without_list(without_quotes(source, text)))
    return Verdict(
        must=tuple(one.text for one in details),
        found=tuple(one.text for one in details if one.text not in lost),
        missing=tuple(missing),
        new_facts=(
            *dict.fromkeys(one.text for one in note.spans if is_new(source.whole, one)),
            *find_misquoted(source, text),
            *(["anything that it says"] if is_foreign(source.whole, note) else []),
        ),
        turned=(*find_turned(source, own), *find_exchanged(source.whole, own, source.person.forms)),
        unsupported=tuple(find_unsupported(source, own.text)),
        misshapen=tuple(find_misshapen(text, source.tokens, shape)),
    )
