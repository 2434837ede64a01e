"""The values of information records: what is registered, how much it counts, and what is known of its references."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.files.encoding import Problem

HIGH, MEDIUM, LOW = "high", "medium", "low"
IMPORTANCE = (HIGH, MEDIUM, LOW)
"""From what must never fade to what may."""

PREFERENCE, CONSTRAINT, GOAL, CRITICAL = "user_preference", "constraint", "goal", "critical_info"
DECISION, STATE, PROGRESS, PROJECT = "decision", "state", "progress", "project_config"

_CLASSES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys((PREFERENCE, CONSTRAINT, GOAL, CRITICAL), HIGH),
        **dict.fromkeys((DECISION, STATE, PROGRESS, PROJECT), MEDIUM),
    }
)
_ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "preference": PREFERENCE,
        "用户偏好": PREFERENCE,
        "偏好": PREFERENCE,
        "约束": CONSTRAINT,
        "限制": CONSTRAINT,
        "目标": GOAL,
        "关键信息": CRITICAL,
        "决定": DECISION,
        "决策": DECISION,
        "状态": STATE,
        "进度": PROGRESS,
        "项目配置": PROJECT,
    }
)


class Record(NamedTuple):
    """One piece of information that is to stay in force.

    ``registered``, ``referenced`` and ``refreshed`` are rounds: when it was registered, last used, last restated; None
    where that is not known or did not happen. A record that was registered while no round was known counts from the
    first round that is told. ``references`` counts the uses. ``position`` of ``total`` is where it stands in a context,
    in tokens from its start. ``origin`` is who registered it; ``confirmed`` says that the user said so too.
    ``superseded_by`` names the record that replaced it, ``earlier`` are its own former contents, oldest first.
    """

    id: str
    type: str
    content: str
    importance: str
    origin: str = "agent"
    registered: int | None = None
    referenced: int | None = None
    references: int = 0
    refreshed: int | None = None
    position: int | None = None
    total: int | None = None
    confirmed: bool = False
    superseded_by: str = ""
    earlier: tuple[str, ...] = ()
    at: str = ""

    @property
    def is_in_force(self) -> bool:
        """Whether nothing has replaced it."""
        return not self.superseded_by

    @property
    def last_seen(self) -> int | None:
        """The last round in which it was said or used, its registration and restatements included."""
        known = [one for one in (self.registered, self.referenced, self.refreshed) if one is not None]
        return max(known, default=None)

    @property
    def last_used(self) -> int | None:
        """The round of its last reference, or of its registration if there was none since."""
        known = [one for one in (self.registered, self.referenced) if one is not None]
        return max(known, default=None)


class Register(NamedTuple):
    """All records of a session, oldest first.

    ``round`` is the last round that was told or observed (None: none yet), ``observed`` the number of the last turn of
    the history whose references were counted. ``problems`` is what could not be read.
    """

    records: tuple[Record, ...] = ()
    round: int | None = None
    observed: int = 0
    problems: tuple[Problem, ...] = ()

    def find(self, record_id: str) -> Record | None:
        """The record with this id, or None."""
        return next((record for record in self.records if record.id == record_id), None)

    def with_record(self, record: Record) -> Register:
        """The register with this record in the place of the one with its id, or as its last."""
        if self.find(record.id) is None:
            return self._replace(records=(*self.records, record))
        return self._replace(records=tuple(record if one.id == record.id else one for one in self.records))


def normal_type(name: str) -> str:
    """The type as it is kept: lower case, words joined by ``_``, Chinese names as the English ones.

    >>> normal_type("User Preference"), normal_type("约束")
    ('user_preference', 'constraint')
    """
    plain = "_".join(name.strip().casefold().replace("-", " ").split())
    return _ALIASES.get(plain, plain)


def importance_of(type_name: str) -> str:
    """How much information of a type counts: ``high``, ``medium`` or ``low`` (every type that has no row).

    >>> importance_of("constraint"), importance_of("decision"), importance_of("remark")
    ('high', 'medium', 'low')
    """
    return _CLASSES.get(normal_type(type_name), LOW)
