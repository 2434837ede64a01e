"""A list of path patterns, and the test whether a path relative to their root is meant.

Patterns are anchored: ``*.md`` is a file in the root, ``**/*.md`` one anywhere. ``**`` is any number of folders, none
included; ``src/**`` is ``src`` and everything below it, and ``src/`` says the same. ``!pattern`` takes away again:
the last pattern that matches decides, and a list of nothing but negations means everything else. Names that start
with a dot are matched like others. Parentheses mean themselves.

A pattern that can't be read, or whose braces are over the budget, matches nothing and is a problem; the others go on.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.globs.braces import MAX_EXPANDED_PATTERNS, Budget, expand_braces
from daykeep.text.globs.segments import BadBracketError, Segment, fit_chunks, parse_segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_PATTERN_CHARS = 16 * 1024
"""The longest pattern that is read; a frontmatter holds no longer one."""

MAX_PATTERNS = 5_000
"""How many patterns of a list are read, braces aside."""

# A backslash on Windows is an escape only before what a name there may hold: * and ? can stand in none.
_SEPARATOR_ON_WINDOWS = re.compile(r"\\(?![\[\]{}!,\\])")

Choice = tuple[Segment, ...]
Chunks = tuple[tuple[Choice, ...], ...]


class GlobProblem(NamedTuple):
    """What is wrong with a pattern of a list.

    ``code`` is ``bad_bracket``, ``over_budget``, ``too_many`` (it and all behind it are not read), ``too_long``,
    ``outside`` (it leaves the root), ``empty`` or ``negation_first`` (it stands before every pattern that it could take from; the only one that is matched all the same).
    """

    pattern: str
    code: str
    message: str


class _Pattern(NamedTuple):
    """A pattern that was read; ``start`` are the names that every path starts with: most patterns differ there."""

    negated: bool
    chunks: Chunks
    start: tuple[str, ...]

    def fits(self, names: tuple[str, ...]) -> bool:
        return names[: len(self.start)] == self.start and fit_chunks(self.chunks, names, _fits_any)


_TOO_MANY = f"a list may have {MAX_PATTERNS:,} patterns; from this one on it is not read"


class Globs:
    """A list of patterns ready to be matched, with what was wrong in ``problems``."""

    __slots__ = ("_ignore_case", "_otherwise", "_patterns", "_windows", "problems")

    def __init__(
        self,
        patterns: Sequence[_Pattern],
        problems: Sequence[GlobProblem],
        *,
        otherwise: bool,
        ignore_case: bool,
        windows: bool,
    ) -> None:
        self._patterns = tuple(reversed(patterns))
        self.problems = tuple(problems)
        self._otherwise = otherwise
        self._ignore_case = ignore_case
        self._windows = windows

    @property
    def can_match(self) -> bool:
        """Whether there is a path that the list can mean: not where every pattern is bad, or there is none."""
        return self._otherwise or any(not pattern.negated for pattern in self._patterns)

    def match(self, path: str) -> bool:
        """Whether the list means the path, which is relative to the root of the patterns and uses slashes.

        ``./`` at its start and doubled slashes count for nothing; a path that leaves the root (``..``) is never
        meant. Time is bounded by the length of the path times that of the patterns.
        """
        names = _split(path, self._ignore_case, self._windows)
        if ".." in names:
            return False
        for pattern in self._patterns:
            if pattern.fits(names):
                return not pattern.negated
        return self._otherwise


def compile_globs(
    patterns: Iterable[str],
    *,
    ignore_case: bool = False,
    windows: bool = False,
    budget: Budget | None = None,
) -> Globs:
    """Make a list of patterns ready to be matched; never raises, whatever they hold.

    ``windows`` takes a backslash as a slash, except in a pattern before a character that it escapes. Patterns
    without braces cost nothing of the budget that the list shares, and a pattern over it leaves it to the others. Behind
    the first `MAX_PATTERNS` a list is not read. With a ``budget`` several lists share one.

    >>> rules = compile_globs(["src/**/*.{ts,tsx}", "!**/*.test.ts", "photos [2024/**"])
    >>> [rules.match(path) for path in ("src/a/b.tsx", "src/a.test.ts", "photos [2024/x")]
    [True, False, False]
    >>> rules.problems[0].code
    'bad_bracket'
    """
    budget = budget or Budget()
    found: list[_Pattern] = []
    problems: list[GlobProblem] = []
    positive = False
    for number, pattern in enumerate(patterns):
        if number == MAX_PATTERNS:
            problems.append(GlobProblem(pattern, "too_many", _TOO_MANY))
            break
        negated = pattern.startswith("!")
        parsed, problem = _read(pattern, budget, ignore_case=ignore_case, windows=windows)
        found.extend(parsed)
        if negated and not positive and problem is None:
            problem = ("negation_first", "it takes nothing from the patterns that stand after it")
        positive = positive or not negated
        if problem is not None:
            problems.append(GlobProblem(pattern, *problem))
    if not positive:
        problems = [problem for problem in problems if problem.code != "negation_first"]
    return Globs(
        found, problems, otherwise=bool(found) and not positive, ignore_case=ignore_case, windows=windows
    )


_Problem = tuple[str, str]


def _read(
    pattern: str, budget: Budget, *, ignore_case: bool, windows: bool
) -> tuple[list[_Pattern], _Problem | None]:
    """What a pattern stands for; nothing at all where one of its expansions can't be read."""
    texts, problem = _expand(pattern.removeprefix("!"), budget, windows=windows)
    parsed: list[_Pattern] = []
    for text in texts:
        chunks, problem = _parse(text, ignore_case=ignore_case)
        if problem is not None:
            return [], problem
        parsed.append(_Pattern(pattern.startswith("!"), chunks, _start(chunks)))
    return parsed, problem


def _expand(pattern: str, budget: Budget, *, windows: bool) -> tuple[list[str], _Problem | None]:
    if len(pattern) > MAX_PATTERN_CHARS:
        return [], ("too_long", f"a pattern may have {MAX_PATTERN_CHARS} characters")
    if windows:
        pattern = _SEPARATOR_ON_WINDOWS.sub("/", pattern)
    if not pattern.strip():
        return [], ("empty", "the pattern is empty")
    texts = expand_braces(pattern, budget)
    if texts is None:
        message = f"its braces stand for more than what is left of the list's {MAX_EXPANDED_PATTERNS} patterns and 4 MiB"
        return [], ("over_budget", message)
    return texts, None


def _parse(text: str, *, ignore_case: bool) -> tuple[Chunks, _Problem | None]:
    """Read one expanded pattern into chunks of segments, between which ``**`` stands."""
    text = _fold(text, ignore_case=False)
    if text.endswith("/"):
        text += "**"
    chunks: list[list[Choice]] = [[]]
    for part in text.split("/"):
        if part in {"", "."}:
            continue
        if part == "..":
            return (), ("outside", "it leaves the root that its paths are relative to")
        if part == "**":
            if chunks[-1] or len(chunks) == 1:
                chunks.append([])
            continue
        try:
            chunks[-1].append(parse_segment(part, ignore_case=ignore_case))
        except BadBracketError as error:
            return (), ("bad_bracket", str(error))
    return tuple(map(tuple, chunks)), None


def _start(chunks: Chunks) -> tuple[str, ...]:
    """The names without wildcards at the start of a pattern."""
    names: list[str] = []
    for choice in chunks[0]:
        text = choice[0].text
        if text is None or len(choice) > 1:
            break
        names.append(text)
    return tuple(names)


@lru_cache(maxsize=512)
def _split(path: str, ignore_case: bool, windows: bool) -> tuple[str, ...]:
    """The names of a path; the same few paths are asked about by every rule of a project."""
    if windows:
        path = path.replace("\\", "/")
    folded = _fold(path, ignore_case=ignore_case)
    return tuple(name for name in folded.split("/") if name not in {"", "."})


def _fits_any(choice: Choice, name: str) -> bool:
    return any(segment.fits(name) for segment in choice)


def _fold(text: str, *, ignore_case: bool) -> str:
    """The text in the form in which names are compared: composed, and in lower case where case counts for nothing."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    return text.lower() if ignore_case else text
