"""What was found in a text on its way into the workspace, and how a person hears of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from daykeep.guard.hidden import Hidden
    from daykeep.guard.secrets import Secret


class Findings(NamedTuple):
    """What was changed (``masked``, ``repaired`` and ``nuls`` characters) and what was only seen (``hidden``)."""

    masked: tuple[Secret, ...] = ()
    repaired: int = 0
    nuls: int = 0
    hidden: tuple[Hidden, ...] = ()

    @property
    def notes(self) -> list[str]:
        """What a person should hear about it, a sentence each.

        >>> Findings(nuls=2).notes
        ['replaced 2 NUL characters']
        """
        notes = []
        if self.masked:
            kinds = ", ".join(sorted({secret.kind for secret in self.masked}))
            notes.append(f"masked {_count(len(self.masked), 'secret')} before writing: {kinds}")
        if self.repaired:
            notes.append(f"replaced {_count(self.repaired, 'broken character')} (lone surrogates)")
        if self.nuls:
            notes.append(f"replaced {_count(self.nuls, 'NUL character')}")
        if self.hidden:
            kinds = ", ".join(sorted({f"U+{hidden.code:04X}" for hidden in self.hidden}))
            notes.append(f"kept {_count(len(self.hidden), 'hidden character')}: {kinds}")
        return notes


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
