"""What a repository's attributes and settings say about a file's bytes: what git itself would change on the way in.

daykeep runs no filter. A file that git would rewrite by a program, or re-encode, is therefore left to the person's
own commits: recording it raw could publish what an encrypting filter was meant to hide. Line ends are the
exception: git's own rules are followed, so that a text does not turn from LF to CRLF and back in the history.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.git.paths import decode_path, encode_paths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.git.repository import Repository

_ASKED = ("filter", "ident", "working-tree-encoding", "text", "eol")
_BINARY_SAMPLE_BYTES = 8000
"""git looks for NUL in the first 8,000 bytes (FIRST_FEW_BYTES in its xdiff-interface.c) to call a file binary."""


class Attributes(NamedTuple):
    """The attributes of one path that matter here: ``text`` and ``eol`` as git prints them, ``rewrites`` in words."""

    text: str
    eol: str
    rewrites: str


def read_attributes(repository: Repository, paths: Sequence[str]) -> dict[str, Attributes]:
    """The attributes of every path; nothing that they name is run."""
    if not paths:
        return {}
    out = repository.runner.run("check-attr", "-z", "--stdin", *_ASKED, stdin=encode_paths(paths)).out
    fields = out.split(b"\0")
    values: dict[str, dict[str, str]] = {}
    for index in range(0, len(fields) - 2, 3):
        path, name, value = (decode_path(field) for field in fields[index : index + 3])
        values.setdefault(path, {})[name] = value
    return {path: _read(found) for path, found in values.items()}


def _read(found: dict[str, str]) -> Attributes:
    rewrites = ""
    if found["filter"] not in {"unspecified", "unset", "set"}:
        rewrites = f'its git filter "{found["filter"]}" is a program, and daykeep runs none'
    elif found["working-tree-encoding"] not in {"unspecified", "unset"}:
        rewrites = f"git re-encodes it from {found['working-tree-encoding']}"
    elif found["ident"] == "set":
        rewrites = "git rewrites its $Id$ lines"
    return Attributes(found["text"], found["eol"], rewrites)


def has_crlf(data: bytes) -> bool:
    """Whether any line ends in CR LF, so that line-end rules could matter."""
    return b"\r\n" in data


def wants_lf(attributes: Attributes, autocrlf: str, data: bytes, recorded: bytes | None) -> bool:
    """Whether git would turn CR LF into LF when it records ``data`` (``recorded``: what is there, if anything).

    Source: "text", "eol" in gitattributes(5), core.autocrlf in git-config(1), ``crlf_to_git`` in convert.c.
    """
    if attributes.text == "unset":
        return False
    if attributes.text == "set" or (attributes.text == "unspecified" and attributes.eol in {"lf", "crlf"}):
        return True
    if attributes.text != "auto" and autocrlf not in {"true", "input"}:
        return False
    return b"\0" not in data[:_BINARY_SAMPLE_BYTES] and not (recorded is not None and has_crlf(recorded))
