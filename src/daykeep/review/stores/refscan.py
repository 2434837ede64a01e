"""Reads proposals from the private references of a repository, whatever stands there; changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import DocumentError
from daykeep.files.encoding import Problem
from daykeep.git.refs import COMMIT, PARENT, ROOT, TREE, Ref
from daykeep.review.queue.proposaljson import MAX_BYTES, is_proposal_id, parse_proposal, parse_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from daykeep.git.refs import Found, PrivateRefs
    from daykeep.review.queue.proposals import Proposal

PENDING_REFS, DECIDED_REFS, REJECTED_REFS = "proposals", "decided", "rejected"
FOLDERS = (PENDING_REFS, DECIDED_REFS, REJECTED_REFS)
JSON_NAME = ".daykeep/proposal.json"
"""Where a commit holds its proposal: not deeper, for git reads every folder on the way, of every proposal."""
BASE_NAME = ".daykeep/proposal.base"
"""Where a commit holds the file that its proposal is about, as it was."""
REVISION = "revision"
_FEW = 20
MOST_BYTES = 256 * 1024 * 1024
"""So much is read of all proposals together; a repository that holds more is not ours."""


class Base(NamedTuple):
    """What a proposal's commit stands on: its tree and its parent, None where it has none."""

    tree: str | None
    parent: str | None


class Stored(NamedTuple):
    """A proposal in the repository: where it stands, its JSON object, what that says, and what can't be read in it.

    Its ``base`` is known only where few proposals were asked for.
    """

    ref: Ref
    value: dict[str, Any]
    proposal: Proposal
    faults: tuple[Problem, ...]
    base: Base
    content: bytes

    @property
    def revision(self) -> int:
        """How often it was changed; the higher one counts where a kill left two."""
        number = self.value.get(REVISION)
        return number if isinstance(number, int) else 0

    @property
    def rank(self) -> tuple[int, bool]:
        """Which of two copies counts: the later one, else the one that waits."""
        return (self.revision, folder_of(self.ref) == PENDING_REFS)


class Scan(NamedTuple):
    """What was read: proposals by id, copies of them that a kill left, what can't be read, and the last commit.

    ``refs`` are all proposals there are, also those that were not asked for, without those that stand in two places.
    """

    stored: Mapping[str, Stored]
    extra: tuple[Ref, ...]
    problems: tuple[Problem, ...]
    head: str | None
    refs: tuple[Ref, ...]

    def find(self, proposal_id: str) -> Stored | None:
        """The proposal with this id, None if there is none; DocumentError if it can't be read."""
        found = self.stored.get(proposal_id)
        if found is None:
            for problem in self.problems:
                if problem.name.rsplit("/", 1)[-1] == proposal_id:
                    raise unreadable(problem)
        return found


def scan_refs(
    refs: PrivateRefs,
    scope: str,
    *,
    is_wanted: Callable[[Sequence[Ref]], bool],
    known: Mapping[str, Stored] | None = None,
) -> Scan:
    """Read the proposals of one workspace about whose references ``is_wanted`` says so; by three git processes.

    By one, and without the last commit, if all of them are ``known`` by their commits: these don't change.
    """
    names = [f"{folder}/{scope}".rstrip("/") for folder in FOLDERS]
    found, faults = refs.find(names)
    problems = [Problem(ROOT + fault.name, 1, fault.reason) for fault in faults if _is_in(fault.name, scope)]
    places: dict[str, list[Ref]] = {}
    for ref in found:
        if not _is_in(ref.name, scope):
            continue
        if is_proposal_id(id_of(ref)):
            places.setdefault(id_of(ref), []).append(ref)
        else:
            problems.append(Problem(ROOT + ref.name, 1, "it is not the id of a proposal"))
    asked = [ref for some in places.values() if is_wanted(some) for ref in some]
    seen = [known.get(ref.oid) for ref in asked] if known else [None]
    if None in seen:
        head, contents, bases = _read(refs, asked)
    else:
        head, contents, bases = None, [one.content for one in seen if one], [one.base for one in seen if one]
    stored, extra = _parse(list(zip(asked, contents, bases, strict=True)), problems)
    single = tuple(some[0] for some in places.values() if len(some) == 1)
    return Scan(stored, extra, tuple(problems), head, single)


def find_ref(refs: PrivateRefs, scope: str, proposal_id: str) -> Stored | None:
    """One proposal by its id, wherever it stands; by two git processes. DocumentError if it can't be read."""
    if not is_proposal_id(proposal_id):
        return None
    names = [f"{folder}/{scope}{proposal_id}" for folder in FOLDERS]
    parts = (COMMIT, JSON_NAME, TREE, PARENT)
    looked = refs.look([(ROOT + name, part) for name in names for part in parts])
    asked, blobs, bases = [], [], []
    for name, start in zip(names, range(0, len(looked), len(parts)), strict=True):
        commit, blob, tree, parent = looked[start : start + len(parts)]
        if commit is not None:
            asked.append(Ref(name, commit.oid))
            blobs.append(blob)
            bases.append(Base(tree.oid if tree else None, parent.oid if parent else None))
    problems: list[Problem] = []
    found = list(zip(asked, _contents(refs, blobs), bases, strict=True))
    stored, extra = _parse(found, problems)
    return Scan(stored, extra, tuple(problems), None, ()).find(proposal_id)


def id_of(ref: Ref) -> str:
    """The id of the proposal at a reference."""
    return ref.name.rsplit("/", 1)[-1]


def folder_of(ref: Ref) -> str:
    """The folder below ``refs/daykeep/`` that a reference stands in."""
    return ref.name.split("/", 1)[0]


def unreadable(problem: Problem) -> DocumentError:
    """The error for a proposal that is there and can't be read."""
    return DocumentError(
        f'the proposal "{problem.name}" can\'t be read: {problem.message}',
        hint=f"it is left as it is; `git update-ref -d {problem.name}` takes it away, and the next distillation proposes anew",
        details={"name": problem.name, "line": problem.line, "reason": problem.message},
    )


def _parse(
    found: Sequence[tuple[Ref, bytes | str, Base]], problems: list[Problem]
) -> tuple[dict[str, Stored], tuple[Ref, ...]]:
    """The proposals by id, and their copies that don't count; what can't be read is added to the problems."""
    stored: dict[str, Stored] = {}
    extra: list[Ref] = []
    for ref, content, base in found:
        if isinstance(content, str):
            problems.append(Problem(ROOT + ref.name, 1, content))
            continue
        try:
            value = parse_value(content, ROOT + ref.name)
            proposal, wrong = parse_proposal(value, ROOT + ref.name)
        except DocumentError as error:
            line = int(error.details.get("line", 1))
            problems.append(Problem(ROOT + ref.name, line, str(error.details.get("reason", error.message))))
            continue
        one = Stored(ref, value, proposal, tuple(wrong), base, content)
        other = stored.get(proposal.id)
        if other is not None:
            one, other = (one, other) if one.rank > other.rank else (other, one)
            extra.append(other.ref)
        stored[proposal.id] = one
    problems.extend(fault for one in stored.values() for fault in one.faults)
    return stored, tuple(extra)


def _read(refs: PrivateRefs, asked: Sequence[Ref]) -> tuple[str | None, list[bytes | str], list[Base]]:
    """The last commit; the JSON of each proposal, or why it can't be read; what each commit stands on, of a few."""
    places = [("HEAD", COMMIT), *((ref.oid, JSON_NAME) for ref in asked)]
    few = asked if len(asked) <= _FEW else ()
    places += [(ref.oid, part) for part in (TREE, PARENT) for ref in few]
    head, *looked = refs.look(places)
    found, rest = looked[: len(asked)], [one.oid if one else None for one in looked[len(asked) :]]
    bases = [Base(*pair) for pair in zip(rest[: len(few)], rest[len(few) :], strict=True)]
    read = _contents(refs, found)
    return (head.oid if head else None), read, bases or [Base(None, None)] * len(asked)


def _contents(refs: PrivateRefs, found: Sequence[Found | None]) -> list[bytes | str]:
    """The content of each object, or why it is not read."""
    reasons = list(_judge(found))
    readable = [one.oid for one, reason in zip(found, reasons, strict=True) if one is not None and not reason]
    contents = iter(refs.read(readable))
    return [reason or next(contents) for reason in reasons]


def _judge(found: Sequence[Found | None]) -> Iterable[str]:
    """Why each object can't be read, ``""`` where it can."""
    left = MOST_BYTES
    for one in found:
        if one is None or one.type != "blob":
            yield "its commit holds no proposal of this workspace"
        elif one.size > MAX_BYTES or one.size > left:
            yield (
                f"larger than {MAX_BYTES >> 20} MiB"
                if one.size > MAX_BYTES
                else "too much to read beside the others"
            )
        else:
            left -= one.size
            yield ""


def _is_in(name: str, scope: str) -> bool:
    """Whether a name is one of this workspace: others of the same repository have a folder of their own."""
    folder, _, rest = name.partition("/")
    return folder in FOLDERS and rest.startswith(scope) and "/" not in rest[len(scope) :]
