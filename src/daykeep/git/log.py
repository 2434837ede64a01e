"""Reads commits: their messages with trailers, and the names they changed."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from daykeep.errors import GitError
from daykeep.git.objects import read_head
from daykeep.git.paths import decode_path, to_name
from daykeep.git.values import Commit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.git.repository import Repository

_FORMAT = "tformat:%x00%H%x00%P%x00%ct%x00%an <%ae>%x00%B%x00"
_FIELDS = 5
_OPTIONS = (
    "-z",
    "--name-only",
    "--no-renames",
    "--diff-merges=first-parent",
    "--no-ext-diff",
    "--no-textconv",
    "--no-show-signature",
    "--no-mailmap",
    "--no-color",
    "--encoding=UTF-8",
    f"--format={_FORMAT}",
)
_EARLIEST = 100_000_000
"""git takes a smaller number for a date of another kind (March 1973; there was no git then)."""

_PREFIX_LENGTH = 4
"""git's shortest abbreviation of an id."""


def read_log(
    repository: Repository,
    paths: Sequence[str],
    *,
    limit: int | None = None,
    until: datetime | None = None,
    beyond: str | None = None,
    full: bool = False,
) -> list[Commit]:
    """The commits up to HEAD that changed these paths (none: the workspace), newest first.

    ``until`` keeps those whose committer date is not later, ``beyond`` those that a commit does not have behind it.
    ``full`` also lists what a merge threw away, and every merge that differs from one of its parents; no commit comes
    before its children then.
    """
    if limit is not None and limit <= 0:
        return []
    bounds = [f"--max-count={limit}"] if limit is not None else []
    if until is not None:
        if until.timestamp() < _EARLIEST:
            return []
        bounds.append(_until(until))
    if full:
        bounds += ["--full-history", "--topo-order"]
    if beyond is not None:
        bounds.append(f"^{beyond}")
    wanted = list(paths) or ([repository.prefix] if repository.prefix else [])
    command = ("log", *_OPTIONS, *bounds, "HEAD", "--", *wanted)
    answer = repository.runner.run(*command, ok=(0, 128))
    if answer.code:
        if read_head(repository) is None:
            return []
        answer = repository.runner.run(*command)  # there are commits: let git's own words be the error
    return list(_parse(answer.out, repository.prefix))


def read_commit(repository: Repository, commit: str) -> Commit:
    """One commit by its full id."""
    out = repository.runner.run("log", *_OPTIONS, "--max-count=1", commit, "--").out
    return next(_parse(out, repository.prefix))


def find_commit_at(repository: Repository, instant: datetime) -> str | None:
    """The id of the last commit whose committer date is not later than ``instant``."""
    head = read_head(repository)
    if head is None or instant.timestamp() < _EARLIEST:
        return None
    out = repository.runner.run("rev-list", "--max-count=1", _until(instant), head, "--").out
    return out.decode("ascii").strip() or None


def find_merge_base(repository: Repository, one: str, other: str) -> str | None:
    """The id of the nearest commit that both commits have behind them, or None."""
    out = repository.runner.run("merge-base", one, other, ok=(0, 1)).out
    return out.decode("ascii").strip() or None


def resolve_commit(repository: Repository, prefix: str) -> str | None:
    """The full id of the commit whose id starts with these hexadecimal digits (at least 4), or None.

    Raises GitError if several do; the message names them.
    """
    if not re.fullmatch(f"[0-9a-fA-F]{{{_PREFIX_LENGTH},64}}", prefix):
        return None
    out = repository.runner.run("rev-parse", f"--disambiguate={prefix.lower()}").out.decode("ascii")
    found = [oid for oid in out.split() if _is_commit(repository, oid)]
    if len(found) > 1:
        raise GitError(
            f"{prefix} could be any of {', '.join(oid[:12] for oid in found)}", hint="give more digits"
        )
    return found[0] if found else None


def _is_commit(repository: Repository, oid: str) -> bool:
    answer = repository.runner.run("cat-file", "-t", oid, ok=(0, 128))
    return answer.out.strip() == b"commit"


def _until(instant: datetime) -> str:
    return f"--until={int(instant.timestamp())} +0000"


def _parse(out: bytes, prefix: str) -> Iterator[Commit]:
    tokens = out.split(b"\0")
    position = 0
    while position + _FIELDS < len(tokens):
        fields = tokens[position + 1 : position + 1 + _FIELDS]
        position += _FIELDS + 2  # the empty token that ends the format
        paths: list[str] = []
        while position < len(tokens) and tokens[position]:
            path = tokens[position]
            paths.append(decode_path(path if paths else path.removeprefix(b"\n")))
            position += 1
        names = [name for path in paths if (name := to_name(prefix, path)) is not None]
        yield _make_commit(fields, names)


def _make_commit(fields: Sequence[bytes], names: Sequence[str]) -> Commit:
    oid, parents, seconds, author, message = fields
    subject, body, trailers = parse_message(message.decode("utf-8", "replace"))
    return Commit(
        oid.decode("ascii"),
        tuple(parents.decode("ascii").split()),
        datetime.fromtimestamp(int(seconds), UTC),
        author.decode("utf-8", "replace"),
        subject,
        body,
        trailers,
        tuple(names),
    )


def parse_message(message: str) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    r"""A commit message as subject, body and trailers (the last paragraph, if every line of it is ``Key: value``).

    >>> parse_message("Learned 1 thing\n\nDaykeep-Item: 01ABC\n")
    ('Learned 1 thing', '', (('Daykeep-Item', '01ABC'),))
    """
    paragraphs = re.split(r"\n[ \t]*\n+", message.strip("\n"))
    subject = " ".join(paragraphs[0].split())
    rest = paragraphs[1:]
    trailers: list[tuple[str, str]] = []
    if rest:
        for line in rest[-1].splitlines():
            match = re.fullmatch(r"([A-Za-z0-9][A-Za-z0-9-]*): ?(.*)", line)
            if match is None:
                return subject, "\n\n".join(rest), ()
            trailers.append((match[1], match[2].strip()))
        rest = rest[:-1]
    return subject, "\n\n".join(rest), tuple(trailers)
