"""Says why a build misses the cache of the one before: which part changed, and from which token on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.context.cache.record import TO_OPENAI

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.context.cache.record import Build

_NAMED = 5
"""So many keys are named in a sentence, the rest is counted."""

_BY_ITSELF = TO_OPENAI
"""The output whose provider caches without breakpoints."""


class Difference(NamedTuple):
    """What a build has in common with an earlier one.

    ``first`` is the key of the first part that differs, "" if the earlier build is a prefix of this one;
    ``is_other_model`` says that it was for another model, which shares no cache. ``same_tokens`` is the size of what both begin
    with, ``cached_tokens`` what the earlier build's breakpoints cover of it, ``lost_tokens`` what had been sent before
    and must be read anew.
    """

    first: str
    changed: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    is_other_model: bool
    same_tokens: int
    cached_tokens: int
    lost_tokens: int

    @property
    def is_same(self) -> bool:
        """Whether everything that was sent before stands at the beginning of this build."""
        return not self.first and not self.is_other_model

    def as_json(self) -> dict[str, Any]:
        """The difference as JSON values."""
        values = self._asdict()
        return {
            **values,
            "changed": list(self.changed),
            "added": list(self.added),
            "removed": list(self.removed),
        }


def compare(old: Build, new: Build) -> Difference:
    """What ``new`` keeps of the prefix that ``old`` had; pure."""
    same = 0
    for one, other in zip(old.parts, new.parts, strict=False):
        if one != other:
            break
        same += 1
    is_other = old.model != new.model
    differs = same < len(old.parts)
    before, after = ({part.key: part.hash for part in build.parts} for build in (old, new))
    changed = [key for key in before if key in after and before[key] != after[key]]
    removed = [key for key in before if key not in after]
    added = [key for key in after if key not in before]
    kept = 0 if is_other else sum(part.tokens for part in old.parts[:same])
    first = _first(old, new, same) if differs else ""
    return Difference(
        first=first,
        changed=tuple(changed),
        added=tuple(added if differs else ()),
        removed=tuple(removed),
        is_other_model=is_other,
        same_tokens=kept,
        cached_tokens=max((point for point in old.points if point <= kept), default=0),
        lost_tokens=sum(part.tokens for part in old.parts) - kept,
    )


def _first(old: Build, new: Build, same: int) -> str:
    """The part where they part: one that is new there, else the one that stood there before."""
    keys = {part.key for part in old.parts}
    if same < len(new.parts) and new.parts[same].key not in keys:
        return new.parts[same].key
    return old.parts[same].key


def describe(difference: Difference, old: Build) -> list[str]:
    """The difference in sentences: what changed, from where on the cache is lost, and what of it is left."""
    if difference.is_same:
        all_of_it = f"unchanged since last build ({old.at}): all {difference.same_tokens:,} tokens of it"
        is_cached = old.points or old.to == _BY_ITSELF
        return [f"{all_of_it} stay cached" if is_cached else f"{all_of_it}, but no breakpoint caches them"]
    if difference.is_other_model:
        other = old.model or "no model by name"
        return [
            f"changed since last build ({old.at}): the model. It was {other}, whose cache no other model reads"
        ]
    where = f"from token {difference.same_tokens:,} on the cache is lost ({difference.lost_tokens:,} tokens)"
    lines = [
        f"changed since last build ({old.at}): {difference.first}",
        f"{where}; {_covered(difference, old)}",
    ]
    for word, keys in (
        ("also changed", [key for key in difference.changed if key != difference.first]),
        ("new", difference.added),
        ("gone", difference.removed),
    ):
        if keys:
            lines.append(f"{word}: {_listed(keys)}")
    return lines


def _covered(difference: Difference, old: Build) -> str:
    """What is left of the cache."""
    if old.to == _BY_ITSELF:
        return f"the first {difference.same_tokens:,} stay"
    if difference.cached_tokens:
        return f"a breakpoint still covers the first {difference.cached_tokens:,}"
    return "no breakpoint covers what stayed"


def _listed(keys: Sequence[str]) -> str:
    named = ", ".join(keys[:_NAMED])
    return named if len(keys) <= _NAMED else f"{named} and {len(keys) - _NAMED:,} more"
