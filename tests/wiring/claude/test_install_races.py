"""Hooks in settings files that others write meanwhile, and installs that are killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from daykeep.errors import ConflictError
from daykeep.files import swapped
from daykeep.wiring.claude import install as module
from daykeep.wiring.claude.handlers import EVENTS
from daykeep.wiring.claude.places import LOCAL, project_place
from tests.wiring.claude.bench import Bench
from tests.wiring.claude.settings_files import FILES, OTHER, two


def test_what_another_program_writes_between_reading_and_writing_is_kept(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.put(two({"model": "opus"}).encode())
    writes = iter([{"model": "sonnet"}, {"model": "haiku"}])

    def swap_late(path: Path, data: bytes, *, expected: bytes | None) -> None:
        value = next(writes, None)
        if value:
            bench.put(two(value).encode())
        swapped.swap(path, data, expected=expected)

    monkeypatch.setattr(module, "swap", swap_late)
    bench.install()
    value = json.loads(bench.path.read_text())
    assert (value["model"], list(value["hooks"])) == ("haiku", list(EVENTS))


def test_a_file_that_never_rests_is_left_to_its_writer(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(99))

    def swap_late(path: Path, data: bytes, *, expected: bytes | None) -> None:
        bench.put(two({"number": next(numbers)}).encode())
        swapped.swap(path, data, expected=expected)

    bench.put(b"{}")
    monkeypatch.setattr(module, "swap", swap_late)
    with pytest.raises(ConflictError):
        bench.install()
    assert list(json.loads(bench.path.read_text())) == ["number"]


INSTALL = """
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from daykeep.files.store import Files
from daykeep.wiring.claude.backups import Backups
from daykeep.wiring.claude.handlers import Wanted
from daykeep.wiring.claude.install import install_hooks
from daykeep.wiring.claude.places import user_place
folder = Path(sys.argv[1])
place, files = user_place(folder / "home", {}), Files(folder / "agent")
sys.stdin.readline()
install_hooks(place, Wanted(("/opt/venv/bin/daykeep-hook",), str(files.root)), files, Backups(folder / "own", datetime.now(UTC)))
"""


LOOP = (
    INSTALL.partition("sys.stdin")[0]
    + """
from daykeep.wiring.claude.install import is_of, remove_hooks
from daykeep.wiring.claude.places import project_place
places = [place, project_place("local", folder / "code")]
wanted, backups = Wanted(("/opt/venv/bin/daykeep-hook",), str(files.root)), Backups(folder / "own", datetime.now(UTC))
print("ready", flush=True)
while True:
    for each in places:
        install_hooks(each, wanted, files, backups)
    for each in places:
        remove_hooks(each, is_of(files.root), files, backups)
"""
)


def test_kills_at_any_moment_leave_whole_files_that_an_install_and_an_uninstall_bring_back(
    bench: Bench,
) -> None:
    data = bench.put(FILES["empty hooks with a blank"])
    with_hooks = bench.install().new
    bench.remove()
    local = bench._replace(place=project_place(LOCAL, bench.folder / "code"))
    for number in range(12):
        command = [sys.executable, "-c", LOOP, str(bench.folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout
            process.stdout.readline()
            time.sleep(0.002 * number)
            process.kill()
        assert bench.path.read_bytes() in {data, with_hooks}
        for each in (bench, local):
            each.install()
            each.remove()
        assert bench.path.read_bytes() == data
        assert list((bench.folder / "code").iterdir()) == []
        assert os.listdir(bench.path.parent) == ["settings.json"]


def test_many_installs_at_once_leave_one_set_of_hooks(bench: Bench) -> None:
    data = bench.put(two({"model": "opus", "hooks": {"Stop": [{"hooks": [OTHER]}]}}).encode())
    command = [sys.executable, "-c", INSTALL, str(bench.folder)]
    started = [subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(6)]
    for process in started:
        assert process.stdin
        process.stdin.write(b"\n")
        process.stdin.flush()
    said = [process.communicate()[1].decode() for process in started]
    assert all(not text or "ConflictError" in text for text in said), said
    value = json.loads(bench.path.read_text())
    assert [len(value["hooks"][event]) for event in EVENTS] == [
        2 if event == "Stop" else 1 for event in EVENTS
    ]
    bench.remove()
    assert bench.path.read_bytes() == data
    assert os.listdir(bench.path.parent) == ["settings.json"]
