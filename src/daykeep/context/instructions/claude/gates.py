"""Whether an import may leave the project: only with a person's answer, which is kept outside of the project."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daykeep.context.instructions.approvals import claude_answer
from daykeep.context.instructions.claude.settings import read_layer
from daykeep.context.instructions.model import APPROVED, DECLINED

if TYPE_CHECKING:
    from daykeep.context.instructions.claude.places import Places
    from daykeep.context.instructions.model import Around, Asked

FREE = frozenset({"managed", "user", "user rule", "memory", "team"})
"""Scopes whose files may import from anywhere: no project wrote them."""


class ImportGate:
    """Asked for every import: what it is, and the scope of the file that it stands in."""

    def __init__(self, around: Around, asked: Asked, places: Places, root: str) -> None:
        self._cwd = str(around.cwd)
        self._home = str(around.home)
        self._asked = asked
        self._places = places
        self._projects = tuple(dict.fromkeys((root or self._cwd, self._cwd)))
        self._answer: str | None = None
        own = places.moved and self._is_the_projects(places.user)
        self._free = FREE - {"user", "user rule"} if own else FREE

    def __call__(self, real: str, scope: str) -> tuple[str, str] | None:
        """Why an import is not read, as a code and words; None if it is."""
        if scope in self._free or real.startswith(self._cwd.rstrip(os.sep) + os.sep):
            return None
        answer = self.answer()
        if answer == APPROVED:
            return None
        if answer == DECLINED:
            return (
                "declined",
                "outside of the working folder; imports from there were declined for this project",
            )
        return "pending", "outside of the working folder; `daykeep context files --approve-imports` allows it"

    def answer(self) -> str:
        """The answer for this project: daykeep's own, else the one that Claude Code was given."""
        if self._answer is None:
            approvals = self._asked.approvals
            own = (approvals.answer(project) for project in self._projects)
            answer = "" if self._is_the_projects(approvals.path) else next(filter(None, own), "")
            self._answer = answer or self._claudes()
        return self._answer

    def _is_the_projects(self, path: str) -> bool:
        """Whether answers are kept in the project that they are about: who wrote its files may have written them too.

        A variable of the environment can lead there; a home that is a checkout itself holds them by rights.
        """
        folders = [os.path.realpath(project).rstrip(os.sep) + os.sep for project in self._projects]
        real, home = os.path.realpath(path), os.path.realpath(self._home) + os.sep
        return bool(path) and any(
            (real + os.sep).startswith(one) and not home.startswith(one) for one in folders
        )

    def _claudes(self) -> str:
        if self._is_the_projects(self._places.state):
            return ""
        layer = read_layer(self._places.state)
        return claude_answer(layer.values, self._projects) if layer is not None else ""
