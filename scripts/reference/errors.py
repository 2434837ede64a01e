"""The page of errors and exit codes, from the error tree itself."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from daykeep import errors
from daykeep.cli.main import EXIT_INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = """# Errors and exit codes

<!-- Written by scripts/docs from src/daykeep/errors.py; changes made here are overwritten. -->

An error says what failed, on which file and line or object, why, and what to do about it. It goes to stderr; with `--json` it goes to
stdout in this form:

```json
{"ok": false, "error": {"code": "document", "message": "...", "hint": "... or null", "details": {}}}
```

| exit | code | meaning |
|---|---|---|
"""
FIXED = {
    0: ("", "done; a batch with nothing to do is done too"),
    1: ("", "a bug in daykeep: please report it with the trace"),
    8: ("", "kept for the search index"),
    11: ("", "kept for models"),
    12: ("", "kept for the fleet"),
    EXIT_INTERRUPTED: ("", "interrupted by Ctrl-C"),
}


def tree() -> Iterator[type[errors.DaykeepError]]:
    """Every error class that reaches the command line, by exit code."""
    found = [
        item
        for item in vars(errors).values()
        if inspect.isclass(item) and issubclass(item, errors.DaykeepError)
    ]
    yield from sorted(
        (item for item in found if item is not errors.DaykeepError), key=lambda item: item.exit_code
    )


def exit_codes() -> dict[int, tuple[str, str]]:
    """Exit code -> the word that ``--json`` uses, and what it means."""
    named = {item.exit_code: (f"`{item.code}`", _sentence(item)) for item in tree()}
    return dict(sorted({**FIXED, **named}.items()))


def _sentence(item: type) -> str:
    text = " ".join(inspect.cleandoc(item.__doc__ or "").split("\n\n")[0].split())
    text = text.replace("``", "`").rstrip(".")
    return text[:1].lower() + text[1:]


def render_page() -> str:
    """The text of ``docs/reference/errors.md``."""
    rows = [f"| {number} | {code} | {meaning} |\n" for number, (code, meaning) in exit_codes().items()]
    return HEAD + "".join(rows)
