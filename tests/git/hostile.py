"""Repositories that try to run a program of theirs: one vector each, with a plain git command that falls for it."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import NamedTuple

from tests.git.playground import Playground

HOOKS = (
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-checkout", "post-merge", "pre-auto-gc",
    "post-index-change", "reference-transaction", "fsmonitor-watchman", "post-rewrite", "pre-push", "update",
)  # fmt: skip


class Trap(NamedTuple):
    """A hostile repository: ``canary`` exists once its program has run; ``bait`` is a git command that runs it."""

    playground: Playground
    canary: Path
    bait: tuple[str, ...]


def set_trap(playground: Playground, vector: str) -> Trap:
    """Turn a repository into a hostile one."""
    canary = playground.root.parent / "canary"
    program = playground.root.parent / "program"
    program.write_text(f'#!/bin/sh\necho "$0 $*" >> "{canary}"\ncat\n')
    program.chmod(0o700)
    for name, text in (("MEMORY.md", "# Memory\n\n- one\n"), ("memory/2026-03-09.md", "# 2026-03-09\n")):
        playground.write(name, (playground.read(name) or "") + text)
    playground.git("add", ".")
    playground.git("commit", "-qm", "Memory")
    bait = VECTORS[vector](playground, program)
    playground.write("MEMORY.md", f"{playground.read('MEMORY.md')}- two\n")
    playground.write(
        "memory/2026-03-10.md", f"{playground.read('memory/2026-03-10.md') or ''}## Lessons\n- three\n"
    )
    canary.unlink(missing_ok=True)
    return Trap(playground, canary, bait)


def _fsmonitor(playground: Playground, program: Path) -> tuple[str, ...]:
    playground.git("config", "core.fsmonitor", str(program))
    return ("status",)


def _hooks(playground: Playground, program: Path) -> tuple[str, ...]:
    for name in HOOKS:
        target = playground.root / ".git" / "hooks" / name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(program.read_bytes())
        target.chmod(0o700)
    return ("commit", "-qam", "bait")


def _hooks_path(playground: Playground, program: Path) -> tuple[str, ...]:
    for name in HOOKS:
        playground.write(f"hooks/{name}", program.read_bytes()).chmod(0o700)
    playground.git("config", "core.hooksPath", "hooks")
    return ("commit", "-qam", "bait")


def _filter(playground: Playground, program: Path) -> tuple[str, ...]:
    playground.write(".gitattributes", "* filter=evil\n")
    for kind in ("clean", "smudge"):
        playground.git("config", f"filter.evil.{kind}", str(program))
    return ("add", "MEMORY.md")


def _process_filter(playground: Playground, program: Path) -> tuple[str, ...]:
    playground.write(".git/info/attributes", "*.md filter=evil\n")
    playground.git("config", "filter.evil.process", str(program))
    return ("add", "MEMORY.md")


def _textconv(playground: Playground, program: Path) -> tuple[str, ...]:
    playground.write(".gitattributes", "* diff=evil\n")
    playground.git("config", "diff.evil.textconv", str(program))
    return ("diff",)


def _diff_external(playground: Playground, program: Path) -> tuple[str, ...]:
    playground.git("config", "diff.external", str(program))
    playground.write(".gitattributes", "* diff=evil merge=evil\n")
    playground.git("config", "diff.evil.command", str(program))
    playground.git("config", "merge.evil.driver", f"{program} %O %A %B")
    return ("diff",)


def _gpg(playground: Playground, program: Path) -> tuple[str, ...]:
    tree = playground.git("rev-parse", "HEAD^{tree}").strip()
    signature = base64.b64encode(os.urandom(30)).decode()
    signed = (
        f"tree {tree}\nparent {playground.head()}\nauthor Ada <a@example.com> 1770000000 +0000\n"
        "committer Ada <a@example.com> 1770000000 +0000\n"
        f"gpgsig -----BEGIN PGP SIGNATURE-----\n \n {signature}\n -----END PGP SIGNATURE-----\n\nSigned\n"
    )
    playground.write("../signed", signed)
    oid = playground.git("hash-object", "-t", "commit", "-w", str(playground.root.parent / "signed")).strip()
    playground.git("update-ref", "refs/heads/main", oid)
    for key in ("gpg.program", "gpg.openpgp.program", "gpg.ssh.program", "gpg.x509.program"):
        playground.git("config", key, str(program))
    playground.git("config", "commit.gpgSign", "true")
    playground.git("config", "log.showSignature", "true")
    return ("log", "-1")


def _promisor(playground: Playground, program: Path) -> tuple[str, ...]:
    """A partial clone whose missing objects are "fetched" by a program."""
    playground.git("config", "core.repositoryFormatVersion", "1")
    playground.git("config", "extensions.partialClone", "evil")
    program.write_text(program.read_text().replace("cat\n", ""))  # it must not wait for git to speak
    playground.git("config", "remote.evil.url", f"ext::{program}")
    playground.git("config", "remote.evil.promisor", "true")
    playground.git("config", "protocol.ext.allow", "always")
    oid = playground.git("rev-parse", "HEAD:MEMORY.md").strip()
    (playground.root / ".git" / "objects" / oid[:2] / oid[2:]).unlink()
    return ("cat-file", "-p", oid)


def _programs(playground: Playground, program: Path) -> tuple[str, ...]:
    for key in ("core.pager", "core.editor", "sequence.editor", "core.sshCommand", "core.askPass", "credential.helper",
                "pager.log", "pager.diff", "browser.evil.cmd", "interactive.diffFilter"):  # fmt: skip
        playground.git("config", key, str(program))
    playground.git("config", "trailer.Daykeep-Item.command", str(program))
    playground.git("config", "alias.evil", f"!{program}")
    return ("evil",)


VECTORS = {
    "fsmonitor": _fsmonitor,
    "hooks": _hooks,
    "hooksPath": _hooks_path,
    "filter": _filter,
    "process filter": _process_filter,
    "textconv": _textconv,
    "diff.external": _diff_external,
    "gpg.program": _gpg,
    "promisor": _promisor,
    "programs": _programs,
}
