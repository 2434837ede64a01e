"""Showing memory to the model: a folder as a list with sizes, a file with numbered lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.files.encoding import decode
from daykeep.guard.secrets import mask_keys, mask_secrets
from daykeep.memory_tool.editing import number_lines, split_lines
from daykeep.memory_tool.model import CommandError, shown
from daykeep.memory_tool.paths import ROOT, list_seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.memory_tool.model import Command
    from daykeep.memory_tool.paths import Seen, Spot
    from daykeep.workspace.layout import Layout

MAX_LINES = 999_999
VIEW_CHARS = 100_000
"""Of a longer file so much is shown at once; the last line says how to read on."""
MAX_BYTES = 64 * 1024 * 1024
LEVELS = 2
MOST_SHOWN = 100
"""So many files of one folder are listed when it is not itself viewed: the last ones by name, of logs the newest."""
MOST_LISTED = 1000
_UNITS = "KMG"
_ROUNDED_UP = 1023.95
"""What would be rounded to 1024.0 is shown in the next unit."""
_NULS_IN = 100
_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".ico", ".tif", ".tiff", ".pdf")


def view(files: Files, layout: Layout, spot: Spot, command: Command) -> str:
    """What stands at a path; CommandError where there is nothing, or nothing that is text."""
    found = list_seen(files, layout, spot)
    if len(found) == 1 and found[0].path == spot.path:
        return _view_file(files, found[0], command.lines)
    if not found and spot.path != ROOT:
        raise CommandError(f"The path {shown(spot.path)} does not exist. Please provide a valid path.")
    return _view_folder(found, spot.path)


def size_of(count: int) -> str:
    """A size as people read it, by powers of 1,024 with one digit behind the point.

    >>> size_of(0), size_of(340), size_of(5632), size_of(1258291)
    ('0B', '340B', '5.5K', '1.2M')
    """
    if count < 1024:
        return f"{count}B"
    size, unit = count / 1024, 0
    while size >= _ROUNDED_UP and unit < len(_UNITS) - 1:
        size, unit = size / 1024, unit + 1
    return f"{size:.1f}{_UNITS[unit]}"


def _view_folder(found: Sequence[Seen], path: str) -> str:
    sizes: dict[str, int] = {path: 0}
    for seen in found:
        parts = seen.path[len(path) + 1 :].split("/")
        sizes[path] += seen.size_bytes
        for depth in range(1, min(len(parts), LEVELS) + 1):
            inner = f"{path}/{'/'.join(parts[:depth])}"
            sizes[inner] = sizes.get(inner, 0) + seen.size_bytes
    listed, left = _few(sorted(sizes), path)
    head = (
        f"Here're the files and directories up to {LEVELS} levels deep in {path}, "
        "excluding hidden items and node_modules:"
    )
    lines = [f"{size_of(sizes[name])}\t{name}" for name in listed]
    lines += [f"({count} more in {folder}, not listed here)" for folder, count in sorted(left.items())]
    return "\n".join([head, *lines])


def _few(names: Sequence[str], path: str) -> tuple[list[str], dict[str, int]]:
    """The paths that are listed, and how many are left out of each folder."""
    children: dict[str, list[str]] = {}
    for name in names:
        children.setdefault(name.rpartition("/")[0], []).append(name)
    kept: set[str] = {path}
    left: dict[str, int] = {}
    for folder, inner in children.items():
        most = MOST_LISTED if folder == path else MOST_SHOWN
        kept.update(inner[-most:])
        if len(inner) > most and folder.startswith(path):
            left[folder] = len(inner) - most
    return [
        name for name in names if name in kept and (name == path or name.rpartition("/")[0] in kept)
    ], left


def _view_file(files: Files, seen: Seen, wanted: tuple[int, int] | None) -> str:
    data = files.find_bytes(seen.name, limit_bytes=MAX_BYTES + 1)
    if data is None:
        raise CommandError(f"The path {shown(seen.path)} does not exist. Please provide a valid path.")
    if len(data) > MAX_BYTES:
        raise CommandError(f"Error: File {shown(seen.path)} is larger than 64 MiB and can't be viewed.")
    document = decode(data, seen.name)
    is_text = document.encoding not in {"utf-8", "mixed"} or data.count(0) * _NULS_IN <= len(data)
    if seen.name.lower().endswith(_IMAGES) or not is_text:
        raise CommandError(f"Error: File {shown(seen.path)} is not a text file. Only text can be viewed.")
    lines = _lines_of(data, document)
    if len(lines) > MAX_LINES:
        raise CommandError(f"File {shown(seen.path)} exceeds maximum line limit of 999,999 lines.")
    first, last = _span(wanted, len(lines))
    return f"Here's the content of {seen.path} with line numbers:\n{_cut(_masked(lines), first, last)}"


def _lines_of(data: bytes, document: Document) -> list[str]:
    """The lines of a file as edits count them; those of a text that is not UTF-8, which can't be edited, as they are read."""
    try:
        return split_lines(data.decode().removeprefix("\ufeff"))
    except UnicodeDecodeError:
        return list(document.texts)


def _span(wanted: tuple[int, int] | None, count: int) -> tuple[int, int]:
    """The lines to show, from 1; CommandError for a range that the file does not have. An end behind the last line is that."""
    if wanted is None:
        return 1, count
    first, last = wanted
    end = count if last == -1 else last
    if first < 1 or first > max(count, 1) or (last != -1 and last < first):
        raise CommandError(
            f"Error: Invalid `view_range` parameter: [{first}, {last}]. "
            f"It should be within the range of lines of the file: [1, {count}]"
        )
    return first, min(end, count)


def _masked(lines: Sequence[str]) -> Sequence[str]:
    """The lines with their secrets masked; their number stays."""
    plain = mask_keys(lines)
    masked = mask_secrets("\n".join(plain))[0].split("\n")
    return masked if len(masked) == len(plain) else [mask_secrets(line)[0] for line in plain]


def _cut(lines: Sequence[str], first: int, last: int) -> str:
    """The lines of a span numbered, up to VIEW_CHARS; the rest is said to be there."""
    chars, end = 0, first - 1
    for line in lines[first - 1 : last]:
        chars += len(line) + 8
        if chars > VIEW_CHARS and end >= first:
            break
        end += 1
    text = number_lines((_short(line) for line in lines[first - 1 : end]), first)
    if end < last:
        text += f"\n(lines {end + 1} to {last} are not shown here; view_range [{end + 1}, {last}] shows them)"
    return text


def _short(line: str) -> str:
    return (
        line
        if len(line) <= VIEW_CHARS
        else f"{line[:VIEW_CHARS]}… ({len(line) - VIEW_CHARS:,} characters more)"
    )
