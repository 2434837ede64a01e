"""The numbers of a policy, from the frontmatter of its file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.frontmatter import parse_frontmatter

if TYPE_CHECKING:
    from collections.abc import Sequence

Value = float | int | bool | str
Problem = tuple[int, str]
_YES, _NO = frozenset({"yes", "true", "on", "1"}), frozenset({"no", "false", "off", "0"})


class _Number(NamedTuple):
    """One key: what holds where it isn't given, and what may be given: a range, or some words."""

    default: Value
    low: float = 0.0
    high: float = 1.0
    words: tuple[str, ...] = ()


KEYS: dict[str, _Number] = {
    "keep_units": _Number(4, 0, 10_000),
    "keep_tokens": _Number(20_000, 0, 10_000_000),
    "protect_first": _Number(default=True),
    "low_watermark": _Number(0.5, 0.1, 0.95),
    "gate_on": _Number("probability", words=("probability", "confidence")),
    "gate_keep": _Number(0.0),
    "gate_compress": _Number(0.7),
    "gate_archive": _Number(0.7),
    "gate_drop": _Number(0.7),
    "drop_margin": _Number(0.15),
    "max_drop_share": _Number(0.5),
    "mask_share": _Number(0.5, 0.05, 1.0),
    "max_batches": _Number(16, 1, 1_000),
    "on_writer_failure": _Number("keep_units", words=("keep_units", "abort")),
}
"""Every key that a policy may have. 0.7 is a fail-safe, not a promise: `triage calibrate` fits gates to labelled turns."""


def read_numbers(lines: Sequence[str]) -> tuple[dict[str, Value], list[Problem]]:
    """The numbers of a policy file, all keys, and what is wrong with those given, by line."""
    found = parse_frontmatter(lines)
    problems: list[Problem] = [(problem.line, problem.message) for problem in found.problems]
    numbers: dict[str, Value] = {name: key.default for name, key in KEYS.items()}
    for name, text in found.fields.items():
        line = _line_of(lines, name)
        key = KEYS.get(name)
        if key is None:
            problems.append((line, f"unknown key {name!r}; known are {', '.join(KEYS)}"))
            continue
        value, wrong = _read(key, str(text))
        if wrong:
            problems.append((line, f"{name}: {wrong}"))
        else:
            numbers[name] = value
    return numbers, problems


def _read(key: _Number, text: str) -> tuple[Value, str]:
    """The value that a text gives a key, and why it can't be used."""
    if key.words:
        return (text, "") if text in key.words else ("", f"{text!r} is none of {', '.join(key.words)}")
    if isinstance(key.default, bool):
        known = text.lower() in _YES | _NO
        return (text.lower() in _YES, "") if known else (False, f"{text!r} is neither yes nor no")
    try:
        value = int(text) if isinstance(key.default, int) else float(text)
    except ValueError:
        return 0, f"{text!r} is no {'whole ' if isinstance(key.default, int) else ''}number"
    if not key.low <= value <= key.high:
        return 0, f"{text} is not between {key.low:g} and {key.high:g}"
    return value, ""


def _line_of(lines: Sequence[str], name: str) -> int:
    """The line of the file that gives a key, the last if there are several."""
    found = [at for at, line in enumerate(lines, 1) if line.split(":", 1)[0].strip(" \"'") == name]
    return found[-1] if found else 1
