"""Workspaces to back up, and archives that no backup of daykeep is."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import stat
import tarfile
from datetime import UTC, datetime

from daykeep.backup.make import make_backup
from daykeep.files.store import Files
from daykeep.git.history import init_repository, open_history

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
ODD = {
    "MEMORY.md": b"\xef\xbb\xbf# Memory\r\n- The cache expires after 10 minutes\r\n",
    "SOUL.md": b"I like tea.",
    "memory/2026-03-10.md": "# 2026-03-10\n- 决定用 SQLite\n".encode(),
    "memory/decisions.jsonl": b'{"v": 1}\n',
    "memory/notes/caf\u00e9 \u8fd9.md": b"x\n",
    "memory/notes/cafe\u0301.md": b"y\n",
    "memory/a:b?.md": b"colon\n",
    "memory/" + "n" * 250 + ".md": b"long\n",
    ".daykeep/data/sessions/one/history.jsonl": b'{"n": 1}\n' * 1000,
    ".daykeep/data/proposals/p1.json": b"{}\n",
    ".daykeep/spool/new/kept": b"spooled\n",
    "skills/one/SKILL.md": b"---\nname: one\n---\n",
    "cron/daily.md": b"",
    "daykeep.toml": b"[memory]\nbudget_chars = 4000\n",
    "projects/x/nul.bin": bytes(range(256)) * 600,
}
PASSED = (".daykeep/cache/vectors.bin", ".daykeep/locks/x.lock", "memory/.MEMORY.md.1.0123abcd.tmp")


def make_workspace(root, *, git=True):
    """A workspace with everything that is hard to keep: odd names, bytes, modes, links, empty folders."""
    for name, data in {**ODD, **dict.fromkeys(PASSED, b"machine\n")}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    with open(os.fsencode(root) + b"/memory/\xff\xfe.md", "wb") as stream:
        stream.write(b"a name that is no UTF-8\n")
    (root / "empty/inner").mkdir(parents=True)
    (root / "memory/link.md").symlink_to("../MEMORY.md")
    (root / "notes").symlink_to("memory/notes")
    (root / "SOUL.md").chmod(0o444)
    (root / "projects/x").chmod(0o750)
    (root / "cron/daily.md").chmod(0o755)
    os.utime(root / "MEMORY.md", ns=(1_700_000_000_123_456_789, 1_700_000_000_123_456_789))
    if git:
        init_repository(root)
        open_history(root).commit(
            ["MEMORY.md"], subject="Begin", author="daykeep <daykeep@localhost>", at=NOW
        )
    return Files(root)


def backup(files, path):
    return make_backup(files, path, now=NOW)


def picture(root):
    """Everything below a folder but git's and daykeep's machine folders: kind, mode, time, bytes or target."""
    found = {}
    for folder, folders, names in os.walk(os.fsencode(root)):
        for leaf in [*folders, *names]:
            path = folder + b"/" + leaf
            name = os.fsdecode(os.path.relpath(path, os.fsencode(root)))
            if (
                name.split("/")[0] == ".git"
                or name.startswith((".daykeep/locks", ".daykeep/cache"))
                or name in PASSED
            ):
                continue
            info = os.lstat(path)
            if stat.S_ISLNK(info.st_mode):
                found[name] = ("link", os.fsdecode(os.readlink(path)))
            elif stat.S_ISDIR(info.st_mode):
                found[name] = ("folder", info.st_mode & 0o777)
            else:
                with open(path, "rb") as stream:
                    found[name] = ("file", info.st_mode & 0o777, info.st_mtime_ns, stream.read())
    return found


def about(form=1):
    return json.dumps({"daykeep_backup": form, "at": "2026-03-10T12:00:00+00:00", "workspace": "w"}).encode()


def row(name, data=b"x", **changes):
    return {
        "name": name, "kind": "file", "mode": "0644", "size": len(data), "mtime_ns": 0,
        "sha256": hashlib.sha256(data).hexdigest(), **changes,
    }  # fmt: skip


def folder_row(name):
    return {"name": name, "kind": "folder", "mode": "0755"}


def manifest(*rows):
    return json.dumps({"entries": list(rows), "history": None, "left_out": []}).encode()


def member(name, data=b"", kind=tarfile.REGTYPE, **fields):
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, len(data)
    for key, value in fields.items():
        setattr(info, key, value)
    return info, data


def archive(path, *members, pack=gzip.compress):
    """An archive of these members, however wrong they are."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for info, data in members:
            tar.addfile(info, io.BytesIO(data))
    path.write_bytes(pack(out.getvalue()))
    return path


def made_up(path, *members, rows, form=1):
    """A backup in form, with any members and any manifest."""
    front = member("daykeep-backup.json", about(form))
    return archive(path, front, *members, member("manifest.json", manifest(*rows)))
