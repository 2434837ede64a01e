"""Hooks in settings files: written with a copy kept, taken away to the byte, refused where it would do harm."""

from __future__ import annotations

import json
import stat

import pytest

from daykeep.errors import ConflictError, DaykeepError, DocumentError, RefusedError, StorageError
from daykeep.files.store import Files
from daykeep.wiring.claude.backups import KEPT, Backups
from daykeep.wiring.claude.handlers import EVENTS
from daykeep.wiring.claude.install import (
    LIMIT_BYTES,
    install_hooks,
    is_lost,
    is_of,
    plan_install,
    plan_uninstall,
    remove_hooks,
)
from daykeep.wiring.claude.places import LOCAL, PROJECT, project_place, user_place
from daykeep.wiring.claude.record import RECORD, read_record
from daykeep.wiring.claude.status import read_row
from tests.wiring.claude.bench import NOW, Bench
from tests.wiring.claude.settings_files import FILES, FULL, two


@pytest.mark.parametrize("name", FILES)
def test_a_file_comes_back_byte_for_byte(bench: Bench, name: str) -> None:
    data = bench.put(FILES[name])
    assert bench.install().changes
    written = bench.path.read_bytes()
    assert json.loads(written.decode("utf-8-sig"))["hooks"]["SessionStart"]
    assert not bench.install().changes
    assert bench.path.read_bytes() == written
    assert bench.remove()
    assert bench.path.read_bytes() == data
    assert bench.remove() is None
    assert bench.files.kind(RECORD) == "missing"


@pytest.mark.parametrize("scope", [PROJECT, LOCAL])
def test_what_the_install_made_goes_with_it(bench: Bench, scope: str) -> None:
    made = bench._replace(place=project_place(scope, bench.folder / "code"))
    assert made.install().old is None
    assert [row.path for row in read_record(made.files)] == [str(made.path)]
    assert made.remove()
    assert list((bench.folder / "code").iterdir()) == []
    assert made.copies() != []


def test_a_file_that_the_install_made_stays_once_it_holds_more(bench: Bench) -> None:
    bench.install()
    value = json.loads(bench.path.read_text())
    bench.put(two({"model": "opus", **value}).encode())
    bench.remove()
    assert json.loads(bench.path.read_text()) == {"model": "opus"}


def test_a_folder_that_the_install_made_stays_once_it_holds_more(bench: Bench) -> None:
    made = bench._replace(place=project_place(LOCAL, bench.folder / "code"))
    made.install()
    (made.path.parent / "mine.md").touch()
    made.remove()
    assert [path.name for path in made.path.parent.iterdir()] == ["mine.md"]


def test_the_mode_of_the_file_stays(bench: Bench) -> None:
    bench.put(b"{}")
    bench.path.chmod(0o600)
    bench.install()
    assert stat.S_IMODE(bench.path.stat().st_mode) == 0o600


def test_a_copy_is_kept_before_each_write_for_the_user_alone_and_the_last_few_stay(bench: Bench) -> None:
    for minute in range(KEPT + 3):
        bench.put(two({"number": minute}).encode())
        change = install_hooks(bench.place, bench.wanted, bench.files, bench.backups(minute))
        assert change.backup
        assert json.loads(change.backup.read_text()) == {"number": minute}
        assert stat.S_IMODE(change.backup.stat().st_mode) == 0o600
    assert [json.loads(path.read_text())["number"] for path in bench.copies()] == list(range(3, KEPT + 3))
    assert stat.S_IMODE((bench.folder / "own" / "backups").stat().st_mode) == 0o700


def test_copies_of_another_file_are_not_counted(bench: Bench) -> None:
    other = bench._replace(place=project_place(PROJECT, bench.folder / "code"))
    other.put(b"{}")
    kept = other.install().backup
    for minute in range(KEPT + 3):
        bench.put(two({"number": minute}).encode())
        install_hooks(bench.place, bench.wanted, bench.files, bench.backups(minute))
    assert kept in bench.copies()


def test_nothing_is_written_where_no_copy_can_be_kept(bench: Bench) -> None:
    data = bench.put(b"{}")
    with pytest.raises(StorageError, match="no home folder"):
        install_hooks(bench.place, bench.wanted, bench.files, Backups(None, NOW))
    (bench.folder / "own").write_text("a file in the way")
    with pytest.raises(DaykeepError):
        bench.install()
    assert bench.path.read_bytes() == data


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{\n  // mine\n  "a": 1\n}', ':2" is not valid JSON: a comment stands'),
        (b'{\n  "a": 1,\n}', ':2" is not valid JSON: a comma before the end'),
        (b"[]", ":1\" can't take hooks: it is not an object"),
        (b'{\n\n"hooks": []}', ":3\" can't take hooks: \"hooks\" is not an object"),
        (b'{"hooks": {"Stop": "x"}}', ":1\" can't take hooks: \"hooks.Stop\" is not a list"),
        (b'{\n"a": "\xff"}', ':2" is not UTF-8'),
        ("{}".encode("utf-16"), ':1" is not UTF-8'),
        (b'{"a": 1}\x00', ':1" is not valid JSON'),
        (b"[" * 5000, "more than 100 values"),
    ],
)  # fmt: skip
def test_what_is_no_settings_file_is_refused_with_its_line_and_nothing_is_written(
    bench: Bench, data: bytes, said: str
) -> None:
    bench.put(data)
    with pytest.raises(DocumentError) as caught:
        bench.install()
    assert said in caught.value.message
    assert caught.value.message.startswith(f'"{bench.path}:')
    assert bench.path.read_bytes() == data
    assert not (bench.folder / "own").exists()
    assert bench.files.kind(RECORD) == "missing"


def test_a_huge_file_is_refused(bench: Bench) -> None:
    bench.put(b'{"a": "' + b"x" * LIMIT_BYTES + b'"}')
    with pytest.raises(RefusedError, match="larger than"):
        bench.install()


def test_a_link_inside_the_home_folder_is_followed_and_stays_a_link(bench: Bench) -> None:
    dotfiles = bench.folder / "home" / "dotfiles"
    dotfiles.mkdir()
    (dotfiles / "settings.json").write_bytes(b"{}")
    bench.path.symlink_to("../dotfiles/settings.json")
    bench.install()
    assert bench.path.is_symlink()
    assert b"daykeep-hook" in (dotfiles / "settings.json").read_bytes()
    bench.remove()
    assert (dotfiles / "settings.json").read_bytes() == b"{}"


@pytest.mark.parametrize("at", ["file", "folder"])
def test_a_link_that_leads_out_of_a_project_is_refused(bench: Bench, at: str) -> None:
    project = bench._replace(place=project_place(PROJECT, bench.folder / "code"))
    target = bench.folder / "home" / ".claude" / "settings.json"
    target.write_bytes(b"{}")
    if at == "folder":
        (bench.folder / "code" / ".claude").symlink_to(target.parent)
    else:
        (bench.folder / "code" / ".claude").mkdir()
        project.path.symlink_to(target)
    with pytest.raises(RefusedError, match="a link that leads away"):
        project.install()
    with pytest.raises(RefusedError, match="a link that leads away"):
        project.remove()
    assert target.read_bytes() == b"{}"


def test_a_moved_folder_of_settings_counts(bench: Bench) -> None:
    moved = bench.folder / "elsewhere"
    moved.mkdir()
    place = user_place(bench.folder / "home", {"CLAUDE_CONFIG_DIR": str(moved)})
    bench._replace(place=place).install()
    assert [path.name for path in moved.iterdir()] == ["settings.json"]


def test_hooks_of_another_workspace_are_not_taken_over(bench: Bench) -> None:
    data = bench.put(two(FULL).encode())
    bench.install()
    written = bench.path.read_bytes()
    other = bench.folder / "other"
    other.mkdir()
    with pytest.raises(ConflictError, match="for another workspace already") as caught:
        install_hooks(bench.place, bench.wanted._replace(workspace=str(other)), Files(other), bench.backups())
    assert f'--workspace "{bench.files.root}"' in (caught.value.hint or "")
    assert remove_hooks(bench.place, is_of(other), Files(other), bench.backups()) is None
    assert bench.path.read_bytes() == written
    bench.remove()
    assert bench.path.read_bytes() == data


@pytest.mark.parametrize("name", ["~/agent", '"$HOME/my agent"', "`cat where`"])
def test_a_hook_whose_workspace_only_a_shell_can_find_is_left_to_its_writer(bench: Bench, name: str) -> None:
    handler = {"type": "command", "command": f"daykeep-hook --workspace {name}"}
    data = bench.put(two({"hooks": {"Stop": [{"hooks": [handler]}]}}).encode())
    with pytest.raises(ConflictError, match="for another workspace already") as caught:
        bench.install()
    assert "by hand" in (caught.value.hint or "")
    assert bench.remove() is None
    assert remove_hooks(bench.place, is_lost, None, bench.backups()) is None
    assert bench.path.read_bytes() == data


@pytest.mark.parametrize("name", ["/a\0b", "/a\ud800b", "/" + "x" * 5000, "/" + "x/" * 4000, 7, ["/x"]])
def test_a_name_that_no_workspace_can_have_is_as_good_as_none(bench: Bench, name: object) -> None:
    handler = {"type": "command", "command": "daykeep-hook", "args": ["--workspace", name]}
    bench.put(json.dumps({"hooks": {"Stop": [{"hooks": [handler]}]}}).encode())
    assert read_row(bench.place).problems == (
        f'the workspace "{name}" is not there: `daykeep hooks install` from where it is now',
    )
    bench.install()
    assert set(read_row(bench.place).workspaces) == {str(bench.files.root)}
    bench.remove()
    assert read_row(bench.place).handlers == ()


def test_hooks_of_a_workspace_that_moved_are_pointed_to_where_it_is(bench: Bench) -> None:
    data = bench.put(two(FULL).encode())
    bench.install()
    moved = bench.folder / "moved"
    bench.files.root.rename(moved)
    there = bench._replace(files=Files(moved))
    change = there.install()
    assert (change.merged.added, set(change.merged.updated)) == ((), set(EVENTS))
    assert str(bench.files.root / "") not in bench.path.read_text()
    there.remove()
    assert bench.path.read_bytes() == data


def test_hooks_of_a_workspace_that_is_gone_can_be_taken_out_without_it(bench: Bench) -> None:
    data = bench.put(two({"model": "opus"}).encode())
    bench.install()
    bench.files.root.rename(bench.folder / "gone")
    assert remove_hooks(bench.place, is_lost, None, bench.backups())
    assert bench.path.read_bytes() == data


def test_a_plan_writes_nothing(bench: Bench) -> None:
    data = bench.put(two(FULL).encode())
    planned = plan_install(bench.place, bench.wanted, bench.files)
    assert (bench.path.read_bytes(), bench.files.kind(RECORD)) == (data, "missing")
    bench.install()
    written = bench.path.read_bytes()
    assert planned.new == written
    change = plan_uninstall(bench.place, is_of(bench.files.root), None)
    assert change
    assert (change.new, bench.path.read_bytes()) == (data, written)


def test_a_record_that_a_person_broke_costs_nothing_but_its_memory(bench: Bench) -> None:
    data = bench.put(two({"model": "opus"}).encode())
    bench.install()
    bench.files.resolve(RECORD).write_text("{ broken")
    bench.remove()
    assert bench.path.read_bytes() == data


def test_hooks_that_a_person_took_out_by_hand_leave_no_false_memory(bench: Bench) -> None:
    bench.install()
    data = bench.put(two({"hooks": {}}).encode())
    bench.install()
    bench.remove()
    assert bench.path.read_bytes() == data
