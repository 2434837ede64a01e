"""The write paths under test: what a workspace looks like before, what is done, and what may be there afterwards.

Each operation builds its own root, runs once, and afterwards judges the root: ``old`` (as if nothing had been done),
``new`` (done), or a complaint.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256

from daykeep.files.store import Files

DAY = "memory/2026-03-10.md"
MEMORY = "MEMORY.md"
STATE = "memory/heartbeat-state.json"
BIG = 30_000  # bytes: a single write of that size is cut by kill -9


def entry(number, size=200, newline="\n"):
    """A whole entry that can be recognised, whole or cut: its number and its own hash on the line."""
    filler = (f"日志 🙂 {number} " * (size // 12 + 1))[:size]
    digest = sha256(filler.encode()).hexdigest()[:16]
    return f"- entry {number} {digest} {filler} end{newline}".encode()


def whole_entries(data):
    """The numbers of the whole entries in a log, in order; AssertionError at a line that is part of one."""
    numbers = []
    for line in data.decode("utf-8").replace("\r\n", "\n").split("\n"):
        if "entry" not in line:
            continue
        match = re.fullmatch(r"- entry (\d+) ([0-9a-f]{16}) (.*) end", line)
        assert match, f"half an entry: {line[:80]!r}"
        assert sha256(match[3].encode()).hexdigest()[:16] == match[2], f"damaged entry {match[1]}"
        numbers.append(int(match[1]))
    return numbers


def files_at(root, *, durable=False):
    return Files(root, durable=durable, lock_timeout_seconds=5)


class Operation:
    """What all have in common."""

    def release(self):
        """Let go of what the test itself holds."""


class AppendToOld(Operation):
    """One big entry behind two others."""

    def prepare(self, root):
        files = files_at(root)
        for number in (1, 2):
            files.append(DAY, lambda _tail, n=number: entry(n))

    def run(self, root):
        files_at(root, durable=True).append(DAY, lambda _tail: entry(3, BIG))

    def judge(self, root):
        found = whole_entries(files_at(root).find_bytes(DAY))
        return {(1, 2): "old", (1, 2, 3): "new"}.get(tuple(found), f"entries {found}")

    def again(self, root):
        files_at(root).append(DAY, lambda _tail: entry(9))
        assert whole_entries(files_at(root).find_bytes(DAY))[-1] == 9


class AppendToNew(AppendToOld):
    """The first entry of a day: folder and file are new."""

    def prepare(self, root):
        """Nothing is there."""

    def judge(self, root):
        data = files_at(root).find_bytes(DAY)
        if data is None:
            return "old"
        return "new" if whole_entries(data) == [3] else f"{data[:80]!r}"


class AppendToForeign(AppendToOld):
    """An entry behind somebody else's text that lacks its line end and is CRLF."""

    FOREIGN = "# 手写\r\n\r\n- a note without an end".encode()

    def prepare(self, root):
        (root / "memory").mkdir()
        (root / DAY).write_bytes(self.FOREIGN)

    def judge(self, root):
        data = files_at(root).find_bytes(DAY)
        if data == self.FOREIGN:
            return "old"
        if data == self.FOREIGN + b"\r\n" + entry(3, BIG):
            return "new"
        return f"{data[:80]!r}"


class AppendAfterCrash(AppendToOld):
    """An entry that first has to clear away what a killed writer left: half an entry and its intent."""

    def prepare(self, root):
        super().prepare(root)
        leave_half_an_entry(root)

    def judge(self, root):
        if files_at(root).leftovers():
            files_at(root).append(DAY, lambda _tail: b"")  # whoever comes next
        return super().judge(root)


class ReplaceOld(Operation):
    """MEMORY.md by a new version."""

    OLD, NEW = b"# Memory\n" * 1000, b"# Memory, distilled\n" * 1000

    def prepare(self, root):
        (root / MEMORY).write_bytes(self.OLD)
        (root / MEMORY).chmod(0o640)

    def run(self, root):
        files_at(root, durable=True).replace(MEMORY, self.NEW, expected_sha256=sha256(self.OLD).hexdigest())

    def judge(self, root):
        assert (root / MEMORY).stat().st_mode & 0o777 == 0o640
        return {self.OLD: "old", self.NEW: "new"}.get((root / MEMORY).read_bytes(), "neither")

    def again(self, root):
        document = files_at(root).read_document(MEMORY)
        assert (
            files_at(root)
            .replace(MEMORY, document.insert(1, ["again"]), expected_sha256=document.sha256)
            .changed
        )


class ReplaceNothing(ReplaceOld):
    """MEMORY.md where there was none."""

    def prepare(self, root):
        """Nothing is there."""

    def run(self, root):
        files_at(root, durable=True).replace(MEMORY, self.NEW, expected_sha256=None)

    def judge(self, root):
        data = files_at(root).find_bytes(MEMORY)
        return {None: "old", self.NEW: "new"}.get(data, "neither")

    def again(self, root):
        if files_at(root).kind(MEMORY) == "missing":
            self.run(root)


class CountUp(Operation):
    """One more in a state file that also holds a stranger's keys."""

    OLD = '{\r\n    "lastChecks": {"email": 1.50, "名": null},\r\n    "count": 7\r\n}'.encode()

    def prepare(self, root):
        (root / "memory").mkdir()
        (root / STATE).write_bytes(self.OLD)

    def run(self, root):
        files_at(root, durable=True).update_state(STATE, lambda value: {**value, "count": value["count"] + 1})

    def judge(self, root):
        expected = {self.OLD: "old", self.OLD.replace(b": 7", b": 8"): "new"}
        return expected.get((root / STATE).read_bytes(), "neither")

    def again(self, root):
        assert files_at(root).update_state(STATE, lambda value: {**value, "count": 100})


class RebuildState(CountUp):
    """A state file that is no JSON: set aside and built anew."""

    OLD = b'{\\"lastChecks\\":{\\"news\\":\\"$(date +%s)\\"}}\n'

    def run(self, root):
        files_at(root, durable=True).update_state(
            STATE, lambda value: {**value, "count": value.get("count", 0) + 1}
        )

    def judge(self, root):
        data = (root / STATE).read_bytes()
        copies = [path.read_bytes() for path in (root / "memory").glob("*.corrupt-*")]
        assert all(copy == self.OLD for copy in copies)
        if data == self.OLD:
            return "old"
        return "new" if json.loads(data) == {"count": 1} and copies else "neither"

    def again(self, root):
        files_at(root).update_state(STATE, lambda value: {**value, "count": 100})


class MergeSpool(Operation):
    """Two entries that wait in the spool, merged behind one that is there."""

    def prepare(self, root):
        files = files_at(root)
        files.append(DAY, lambda _tail: entry(1))
        with files.lock(DAY):
            for number in (2, 3):
                assert files.append(DAY, lambda _tail, n=number: entry(n, BIG), wait=False).spooled

    def run(self, root):
        files_at(root, durable=True).merge_spool()

    def judge(self, root):
        files_at(root).merge_spool()
        found = sorted(whole_entries(files_at(root).find_bytes(DAY)))
        return "new" if found == [1, 2, 3] else f"entries {found}"

    def again(self, root):
        AppendToOld().again(root)


class Spool(Operation):
    """An entry delivered to the spool while another process holds the lock."""

    def prepare(self, root):
        files_at(root).append(DAY, lambda _tail: entry(1))
        self.holder = files_at(root).lock(DAY, purpose="hold")

    def run(self, root):
        assert files_at(root, durable=True).append(DAY, lambda _tail: entry(2, BIG), wait=False).spooled

    def release(self):
        self.holder.close()

    def judge(self, root):
        files_at(root).merge_spool()
        found = whole_entries(files_at(root).find_bytes(DAY))
        return {(1,): "old", (1, 2): "new"}.get(tuple(found), f"entries {found}")

    def again(self, root):
        AppendToOld().again(root)


class Move(Operation):
    """A daily log moved to the archive."""

    TO = "memory/archive/2026/2026-03-10.md"

    def prepare(self, root):
        files_at(root).append(DAY, lambda _tail: entry(1))

    def run(self, root):
        files_at(root, durable=True).move(DAY, self.TO)

    def judge(self, root):
        here, there = files_at(root).find_bytes(DAY), files_at(root).find_bytes(self.TO)
        return {(entry(1), None): "old", (None, entry(1)): "new"}.get((here, there), "neither")

    def again(self, root):
        AppendToOld().again(root)


class Remove(Operation):
    """A file removed."""

    def prepare(self, root):
        files_at(root).append(DAY, lambda _tail: entry(1))

    def run(self, root):
        files_at(root, durable=True).remove(DAY)

    def judge(self, root):
        return {None: "new", entry(1): "old"}.get(files_at(root).find_bytes(DAY), "neither")

    def again(self, root):
        AppendToOld().again(root)


OPERATIONS = (
    AppendToOld, AppendToNew, AppendToForeign, AppendAfterCrash, ReplaceOld, ReplaceNothing, CountUp, RebuildState,
    MergeSpool, Spool, Move, Remove,
)  # fmt: skip


def leave_half_an_entry(root):
    """What a writer leaves that was killed in the middle of its write, made without killing anything."""
    from daykeep.files.locking.locks import acquire
    from daykeep.files.tree import find_place

    data = entry(8, BIG)
    with find_place(str(root), DAY) as place:
        lock = acquire(str(root), DAY, timeout_seconds=1, purpose="append")
        info = (root / DAY).stat()
        intent = {
            "do": "append",
            "name": place.name,
            "offset": info.st_size,
            "inode": info.st_ino,
            "spooled": "",
        }
        lock.say(intent, data)
        with (root / DAY).open("ab") as stream:
            stream.write(data[:12_345])
        lock.close()
