"""Installing a timer and taking it away, with stand-ins for the system's tools that keep what they were told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from daykeep.errors import ConflictError, RefusedError, StorageError
from daykeep.files.replace import sha256_of
from daykeep.files.store import Files
from daykeep.wiring.timers.install import (
    RECORD,
    Machine,
    choose_kind,
    find_timer,
    install_timer,
    plan_timer,
    remove_timer,
)
from daykeep.wiring.timers.units import CRONTAB, KINDS, LAUNCHD, SYSTEMD, WINDOWS, Wake

TOOL = """#!/bin/sh
echo "$(basename "$0") $*" >>"$HOME/calls"
[ "$(basename "$0")" = crontab ] || exit "${CODE:-0}"
if [ "$1" = -l ]; then
  [ -f "$HOME/tab" ] && exec /bin/cat "$HOME/tab"
  echo "no crontab for ana" >&2; exit 1
fi
exec /bin/cat >"$HOME/tab"
"""


class Place:
    """A workspace and a home on a machine with the tools that are named."""

    def __init__(self, folder: Path, platform: str, tools: tuple[str, ...]) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        tool_folder = folder / "bin"
        tool_folder.mkdir()
        for name in tools:
            (tool_folder / name).write_text(TOOL, encoding="utf-8")
            (tool_folder / name).chmod(0o755)
        root = folder / "my agent"
        root.mkdir()
        self.files = Files(root)
        self.environ = {"HOME": str(self.home), "PATH": f"{tool_folder}:/usr/bin:/bin"}
        self.machine = Machine(platform, self.environ, 501)
        self.patched_path = tool_folder

    def plan(self, kind: str, minutes: int = 15):
        wake = Wake(("/usr/bin/python3", "-P", "-m", "daykeep"), str(self.files.root), minutes)
        return plan_timer(wake, kind, self.machine)

    @property
    def calls(self) -> list[str]:
        path = self.home / "calls"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def tree(self) -> dict[str, bytes]:
        return {
            str(path.relative_to(self.home)): path.read_bytes()
            for path in self.home.rglob("*")
            if path.is_file() and path.name != "calls"
        }


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    place = Place(tmp_path, "linux", ("systemctl", "launchctl", "schtasks", "crontab"))
    monkeypatch.setenv("PATH", place.environ["PATH"])
    return place


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != CRONTAB])
def test_installing_and_uninstalling_leaves_the_home_as_it_was(place: Place, kind: str) -> None:
    (place.home / "mine").write_text("x", encoding="utf-8")
    before = place.tree()
    done = install_timer(place.files, place.plan(kind), place.machine)
    assert done.failed == ()
    assert set(done.changed) == {str(path) for path, _ in place.plan(kind).files}
    assert all(Path(name).stat().st_mode & 0o777 == 0o600 for name in done.changed)
    assert find_timer(place.files)["kind"] == kind
    removed = remove_timer(place.files, place.machine)
    assert removed is not None
    assert set(removed.changed) == set(done.changed)
    assert place.tree() == before
    assert find_timer(place.files) is None


def test_each_system_is_told_to_start_and_to_stop(place: Place) -> None:
    for kind in (SYSTEMD, LAUNCHD, WINDOWS):
        install_timer(place.files, place.plan(kind), place.machine)
        remove_timer(place.files, place.machine)
    name = place.plan(SYSTEMD).name
    agent = place.home / "Library" / "LaunchAgents" / f"{name}.plist"
    task = place.home / "AppData" / "Local" / "daykeep" / f"{name}.xml"
    assert place.calls == [
        "systemctl --user daemon-reload",
        f"systemctl --user enable --now {name}.timer",
        f"systemctl --user disable --now {name}.timer",
        "systemctl --user daemon-reload",
        f"launchctl bootstrap gui/501 {agent}",
        f"launchctl bootout gui/501/{name}",
        f"schtasks /Create /TN {name} /XML {task} /F",
        f"schtasks /Delete /TN {name} /F",
    ]


def test_record_that_came_with_the_folder_is_not_believed_what_to_run_or_to_remove(place: Place) -> None:
    install_timer(place.files, place.plan(SYSTEMD), place.machine)
    mine = place.home / "mine.txt"
    mine.write_text("precious", encoding="utf-8")
    evil = ["sh", "-c", f"echo evil >{place.home / 'evil'}"]
    theirs = {"path": str(mine), "sha256": sha256_of(b"precious")}
    place.files.update_state(RECORD, lambda old: {**old, "stop": [evil], "files": [*old["files"], theirs]})
    name = place.plan(SYSTEMD).name
    remove_timer(place.files, place.machine)
    assert not (place.home / "evil").exists()
    assert mine.read_text(encoding="utf-8") == "precious"
    assert f"systemctl --user disable --now {name}.timer" in place.calls


@pytest.mark.parametrize(
    "change",
    [
        {"name": "sshd"},
        {"kind": "shell"},
        {"files": [1]},
        {"files": [{"path": 1, "sha256": ""}]},
        {"files": {}},
    ],
)
def test_record_that_no_install_here_writes_is_none(place: Place, change: dict[str, object]) -> None:
    install_timer(place.files, place.plan(SYSTEMD), place.machine)
    place.files.update_state(RECORD, lambda old: {**old, **change})
    assert find_timer(place.files) is None


def test_crontab_keeps_every_other_line(place: Place) -> None:
    tab = place.home / "tab"
    tab.write_text("MAILTO=ana\n0 1 * * * backup %d\n\n# end", encoding="utf-8")
    install_timer(place.files, place.plan(CRONTAB), place.machine)
    lines = tab.read_text(encoding="utf-8").splitlines()
    assert lines[:4] == ["MAILTO=ana", "0 1 * * * backup %d", "", "# end"]
    assert lines[5].startswith("*/15 * * * * /usr/bin/python3")
    install_timer(place.files, place.plan(CRONTAB, 30), place.machine)
    assert [line.split()[0] for line in tab.read_text(encoding="utf-8").splitlines()[5:]] == ["*/30"]
    remove_timer(place.files, place.machine)
    assert tab.read_text(encoding="utf-8") == "MAILTO=ana\n0 1 * * * backup %d\n\n# end"


@pytest.mark.parametrize(
    "before",
    [b"# m\xe9ne\r\n", b"# m\xe9ne\r", b"\n\n# \x00\xff\n", b"A=1\r\n\r\n# last", b"a\rb\x0cc\x85\n\n", b"x"],
)
def test_crontab_keeps_every_other_byte(place: Place, before: bytes) -> None:
    tab = place.home / "tab"
    tab.write_bytes(before)
    install_timer(place.files, place.plan(CRONTAB), place.machine)
    installed = tab.read_bytes()
    ended = before.removesuffix(b"\n") + b"\n"
    assert installed.startswith(ended + b"# daykeep-my-agent-")
    assert installed.endswith(b"\n")
    assert installed.count(b"\n") == ended.count(b"\n") + 2
    assert install_timer(place.files, place.plan(CRONTAB), place.machine).changed == ()
    install_timer(place.files, place.plan(CRONTAB, 30), place.machine)
    done = remove_timer(place.files, place.machine)
    assert done is not None
    assert done.changed == ("crontab",)
    assert tab.read_bytes() == before


def test_line_end_that_the_last_line_got_stays_where_another_line_follows(place: Place) -> None:
    tab = place.home / "tab"
    tab.write_bytes(b"# end")
    install_timer(place.files, place.plan(CRONTAB), place.machine)
    tab.write_bytes(tab.read_bytes() + b"# mine\n")
    remove_timer(place.files, place.machine)
    assert tab.read_bytes() == b"# end\n# mine\n"


def test_crontab_that_takes_no_last_line_without_its_end_keeps_it_and_it_is_said(place: Place) -> None:
    tab = place.home / "tab"
    tab.write_bytes(b"# end")
    install_timer(place.files, place.plan(CRONTAB), place.machine)
    strict = TOOL.replace(
        'exec /bin/cat >"$HOME/tab"',
        '/bin/cat >"$HOME/new"; [ -z "$(tail -c 1 "$HOME/new")" ] || exit 1; exec /bin/mv "$HOME/new" "$HOME/tab"',
    )
    (place.patched_path / "crontab").write_text(strict, encoding="utf-8")
    done = remove_timer(place.files, place.machine)
    assert done is not None
    assert done.failed == ()
    assert "keeps the line end" in done.changed[0]
    assert tab.read_bytes() == b"# end\n"
    assert find_timer(place.files) is None


def test_crontab_that_cannot_be_read_leaves_no_record(place: Place) -> None:
    (place.patched_path / "crontab").write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    done = install_timer(place.files, place.plan(CRONTAB), place.machine)
    assert done.failed == (("crontab -l", "the crontab can't be read; nothing was changed"),)
    assert find_timer(place.files) is None


def test_a_first_crontab_is_made(place: Place) -> None:
    install_timer(place.files, place.plan(CRONTAB), place.machine)
    assert len((place.home / "tab").read_text(encoding="utf-8").splitlines()) == 2


def test_installing_again_changes_nothing_and_another_interval_rewrites_it(place: Place) -> None:
    install_timer(place.files, place.plan(SYSTEMD), place.machine)
    assert install_timer(place.files, place.plan(SYSTEMD), place.machine).changed == ()
    assert len(install_timer(place.files, place.plan(SYSTEMD, 5), place.machine).changed) == 1


def test_a_second_kind_for_one_workspace_is_refused(place: Place) -> None:
    install_timer(place.files, place.plan(SYSTEMD), place.machine)
    before = place.tree()
    with pytest.raises(ConflictError, match="systemd timer is installed"):
        install_timer(place.files, place.plan(CRONTAB), place.machine)
    assert place.tree() == before


def test_a_foreign_file_in_the_way_stays_and_nothing_is_written(place: Place) -> None:
    path = place.plan(SYSTEMD).files[1][0]
    path.parent.mkdir(parents=True)
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(ConflictError, match="not what daykeep wrote"):
        install_timer(place.files, place.plan(SYSTEMD), place.machine)
    assert place.tree() == {str(path.relative_to(place.home)): b"mine"}
    assert find_timer(place.files) is None


def test_a_link_in_the_way_is_refused(place: Place) -> None:
    path = place.plan(LAUNCHD).files[0][0]
    path.parent.mkdir(parents=True)
    path.symlink_to(place.home / "elsewhere")
    with pytest.raises(RefusedError):
        install_timer(place.files, place.plan(LAUNCHD), place.machine)
    assert not (place.home / "elsewhere").exists()


def test_a_unit_that_was_changed_by_hand_stays(place: Place) -> None:
    install_timer(place.files, place.plan(LAUNCHD), place.machine)
    path = place.plan(LAUNCHD).files[0][0]
    path.write_bytes(path.read_bytes() + b"<!-- mine -->")
    with pytest.raises(ConflictError, match="it stays"):
        remove_timer(place.files, place.machine)
    assert path.exists()
    assert find_timer(place.files) is not None


def test_a_command_that_fails_is_reported_and_can_be_undone(place: Place) -> None:
    machine = place.machine._replace(environ={**place.environ, "CODE": "3"})
    done = install_timer(place.files, place.plan(SYSTEMD), machine)
    assert [words for words, _ in done.failed] == [
        "systemctl --user daemon-reload",
        f"systemctl --user enable --now {place.plan(SYSTEMD).name}.timer",
    ]
    assert remove_timer(place.files, place.machine) is not None
    assert place.tree() == {}


def test_the_record_of_a_copied_workspace_does_not_touch_the_other_ones_timer(
    place: Place, tmp_path: Path
) -> None:
    install_timer(place.files, place.plan(SYSTEMD), place.machine)
    before = place.tree()
    other = tmp_path / "copy"
    record = other / RECORD
    record.parent.mkdir(parents=True)
    record.write_bytes((Path(place.files.root) / RECORD).read_bytes())
    assert remove_timer(Files(other), place.machine) is None
    assert place.tree() == before


def test_without_a_timer_there_is_nothing_to_remove(place: Place) -> None:
    assert remove_timer(place.files, place.machine) is None


@pytest.mark.parametrize(
    ("platform", "tools", "kind"),
    [
        ("linux", ("systemctl", "crontab"), SYSTEMD),
        ("linux", ("crontab",), CRONTAB),
        ("darwin", ("crontab",), LAUNCHD),
        ("win32", (), WINDOWS),
    ],
)
def test_the_kind_fits_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, tools: tuple[str, ...], kind: str
) -> None:
    place = Place(tmp_path, platform, tools)
    environ = {**place.environ, "PATH": str(place.patched_path)}
    monkeypatch.setenv("PATH", environ["PATH"])
    for name in ("basename",):
        os.symlink(f"/usr/bin/{name}", place.patched_path / name)
    assert choose_kind(Machine(platform, environ, 1)) == kind


def test_a_machine_without_any_timer_is_told_of_the_daemon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StorageError) as caught:
        choose_kind(Machine("linux", {"PATH": str(tmp_path), "HOME": str(tmp_path)}, 1))
    assert "daemon run" in (caught.value.hint or "")
