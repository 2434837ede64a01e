"""Who may approve: a person at a terminal and, where they have set one up, only with their passphrase.

A terminal alone is honest friction, not a wall: a program of the same user can open one. The passphrase is asked once
in each sitting and is never read from a flag, a pipe or the environment. Kept is only its scrypt hash, in the user's
own settings folder; a workspace can't ask for less. Who can write to that folder can take the passphrase away: against
a program with all rights of the user there is no wall, but ``doctor`` names every change that nobody has approved.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import unicodedata
from typing import TYPE_CHECKING, NamedTuple, Protocol

from daykeep.errors import ConfigError, RefusedError, UsageError
from daykeep.files.ids import new_salt
from daykeep.files.outside import find_outside, remove_outside, write_outside
from daykeep.files.replace import sha256_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from daykeep.config import Settings

APPROVAL_FILE = "approval.json"
SETTING = "review.approval"
TERMINAL, PASSPHRASE = "terminal", "passphrase"
TRIES = 3
SHORTEST = 8
"""Characters of the shortest passphrase that is taken."""

COST, BLOCK_SIZE, PARALLEL = 2**15, 8, 3
"""The scrypt parameters of new hashes (OWASP's password storage cheat sheet): 32 MiB and some tenths of a second."""
MOST_COST = 2**18
"""A record that asks for more is none of ours."""
_SALT_BYTES, _HASH_BYTES = 16, 32
_MEMORY_BYTES = 512 * 1024 * 1024


class Asker(Protocol):
    """The one who called, as the interface that they came by knows them."""

    def why_no_person(self) -> str:
        """Why this can't be a person at a terminal, in words; ``""`` if it can."""
        ...

    def person_name(self) -> str:
        """The name under which their decisions go on record."""
        ...

    def ask_hidden(self, question: str) -> str:
        """Ask at the terminal itself, without showing what is typed."""
        ...

    def note(self, text: str) -> None:
        """Say something to them."""
        ...

    def settings_folders(self) -> Sequence[Path]:
        """The user's own settings folders, the one that is written to first."""
        ...


class Approver(NamedTuple):
    """A person whose approval counts: ``by`` is their name, ``how`` is terminal or passphrase."""

    by: str
    how: str


class Passphrase(NamedTuple):
    """A passphrase on record: the file, the bytes it holds, and the hash with what it was made with."""

    path: Path
    data: bytes
    salt: bytes
    hash: bytes
    cost: int
    block_size: int
    parallel: int


def require_person(call: Asker, settings: Settings, *, deed: str = "decide what is remembered") -> Approver:
    """The person who sits at the terminal; asks for their passphrase if one is set up.

    Call it once in a sitting. Raises RefusedError where no person can be, and after three wrong passphrases;
    ConfigError where a passphrase is demanded and none is set up, or its record can't be read.
    """
    why_not = call.why_no_person()
    if why_not:
        raise RefusedError(
            f"only a person can {deed}: {why_not}",
            hint="run the command yourself, in a terminal that no agent started",
        )
    known = find_passphrases(call.settings_folders())
    if known:
        _ask(call, known)
        return Approver(call.person_name(), PASSPHRASE)
    if settings[SETTING] == PASSPHRASE:
        raise ConfigError(
            f'"{SETTING}" asks for a passphrase, and none is set up', hint="`daykeep review --setup` does it"
        )
    return Approver(call.person_name(), TERMINAL)


def set_up_passphrase(call: Asker) -> str:
    """Ask for a new passphrase and keep its hash; what was done: set, changed, removed or kept.

    Asks for the old one first, if there is one; nothing typed twice then takes it away. Raises RefusedError like
    `require_person`, UsageError for a passphrase that is too short or was typed differently.
    """
    why_not = call.why_no_person()
    if why_not:
        raise RefusedError(
            f"only a person can set up a passphrase: {why_not}",
            hint="run the command yourself, in a terminal that no agent started",
        )
    folders = call.settings_folders()
    if not folders:
        raise ConfigError("no settings folder is known for you", hint="set HOME")
    known = find_passphrases(folders)
    if known:
        _ask(call, known)
    empty = " (empty: none any more)" if known else ""
    fresh = _normal(call.ask_hidden(f"New passphrase{empty}"))
    if _normal(call.ask_hidden("Once more")) != fresh:
        raise UsageError("the two are not the same; nothing was changed")
    if not fresh:
        for one in known:
            remove_outside(one.path, expected_sha256=sha256_of(one.data))
        return "removed" if known else "kept"
    if len(fresh) < SHORTEST:
        raise UsageError(f"a passphrase has at least {SHORTEST} characters; nothing was changed")
    paths = [one.path for one in known] or [folders[0] / APPROVAL_FILE]
    data = render_passphrase(fresh, salt=new_salt(_SALT_BYTES))
    for path in paths:
        before = next((sha256_of(one.data) for one in known if one.path == path), None)
        write_outside(path, data, expected_sha256=before)
    return "changed" if known else "set"


def find_passphrases(folders: Sequence[Path]) -> list[Passphrase]:
    """The passphrases on record in these folders; ConfigError for a record that can't be read, never "none"."""
    found = []
    for path in dict.fromkeys(folder / APPROVAL_FILE for folder in folders):
        data = find_outside(path)
        if data is not None:
            found.append(_parse(path, data))
    return found


def render_passphrase(text: str, *, salt: bytes) -> bytes:
    """The record of a passphrase: its hash, and what it was made with."""
    made = _hash(_normal(text), salt, COST, BLOCK_SIZE, PARALLEL)
    record = {
        "v": 1,
        "kind": "scrypt",
        "n": COST,
        "r": BLOCK_SIZE,
        "p": PARALLEL,
        "salt": salt.hex(),
        "hash": made.hex(),
    }
    return (json.dumps(record) + "\n").encode()


def is_right(known: Passphrase, text: str) -> bool:
    """Whether this is the passphrase; takes the same time for every wrong one."""
    made = _hash(_normal(text), known.salt, known.cost, known.block_size, known.parallel)
    return hmac.compare_digest(made, known.hash)


def _ask(call: Asker, known: Sequence[Passphrase]) -> None:
    """Ask until it is right, three times at most; every record has to agree."""
    for left in reversed(range(TRIES)):
        text = call.ask_hidden("Passphrase")
        if all([is_right(one, text) for one in known]):  # noqa: C419 - all are tried: no time tells which one failed
            return
        call.note("That is not it." if left else "That is not it either.")
    raise RefusedError(
        f"the passphrase was wrong {TRIES} times; nothing was decided",
        hint=f'forgotten? Delete "{known[0].path}" and set up a new one with `daykeep review --setup`',
    )


def _parse(path: Path, data: bytes) -> Passphrase:
    try:
        value = json.loads(data)
        known = Passphrase(
            path,
            data,
            bytes.fromhex(value["salt"]),
            bytes.fromhex(value["hash"]),
            int(value["n"]),
            int(value["r"]),
            int(value["p"]),
        )
        sound = (
            value["kind"] == "scrypt" and len(known.salt) >= _SALT_BYTES and len(known.hash) == _HASH_BYTES
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _damaged(path) from error
    cost, block, parallel = known.cost, known.block_size, known.parallel
    bounded = (
        COST <= cost <= MOST_COST and cost & (cost - 1) == 0 and block == BLOCK_SIZE and 1 <= parallel <= 16
    )
    if not (sound and bounded):
        raise _damaged(path)
    return known


def _damaged(path: Path) -> ConfigError:
    return ConfigError(
        f'"{path}" can\'t be read as the record of a passphrase; nothing was decided',
        hint="delete it and set up a new one with `daykeep review --setup`",
    )


def _hash(text: str, salt: bytes, cost: int, block_size: int, parallel: int) -> bytes:
    secret = text.encode("utf-8", "surrogateescape")
    return hashlib.scrypt(
        secret, salt=salt, n=cost, r=block_size, p=parallel, maxmem=_MEMORY_BYTES, dklen=_HASH_BYTES
    )


def _normal(text: str) -> str:
    """The same passphrase from every keyboard: composed or not, full width or not."""
    return unicodedata.normalize("NFKC", text)
