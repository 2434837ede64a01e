"""The skills that come with daykeep, as they are shipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import UsageError
from daykeep.workspace.template import load_skills

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

OWN_SKILLS = ("context-management", "context-manager", "context-triage", "smart-context-manager")
"""The names of the skills that daykeep ships."""


def shipped_skills(names: Sequence[str] = ()) -> dict[str, Mapping[str, bytes]]:
    """The files of each skill by their name inside of it; all skills, or those named. UsageError for another name."""
    wrong = next((name for name in names if name not in OWN_SKILLS), "")
    if wrong:
        raise UsageError(f'daykeep ships no skill "{wrong}"', hint=f"there are: {', '.join(OWN_SKILLS)}")
    found: dict[str, dict[str, bytes]] = {name: {} for name in OWN_SKILLS if not names or name in names}
    for file in load_skills():
        skill, _, inner = file.name.removeprefix("skills/").partition("/")
        if skill in found:
            found[skill][inner] = file.data
    return dict(found)
