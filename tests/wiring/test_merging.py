"""Two clones of one workspace: git itself calls daykeep's merge, and is never left without a merge."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from daykeep.errors import ConflictError, GitError
from daykeep.files.store import Files
from daykeep.memory.sources import SOURCES_FILE, SourceRecord, append_sources, find_sources, hash_line
from daykeep.wiring.merging import driver_command, find_merging, install_merging, merge_file, remove_merging
from daykeep.workspace.layout import read_layout
from tests.git.playground import Playground, move_in

PROGRAM = (sys.executable, "-P", "-m", "daykeep")
LOG, MEMORY = "memory/2026-03-10.md", "MEMORY.md"
DECISIONS = "memory/decisions.jsonl"
DAY = "# 2026-03-10\n\n## 09:00 Start\n\n- read the mail\n- [ ] call the bank\n"
LEARNED = "# Memory\n\n## Lessons\n\n- Always check the lock.\n"
ROW = '{"v": 1, "at": "2026-03-10T09:00:00+00:00", "kind": "approved", "item": "a"}\n'


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    return Path(move_in(tmp_path_factory.mktemp("home"), monkeypatch))


class Desks(list[Playground]):
    """Two clones of a workspace with a day and a memory, both with the driver."""

    def both_write(self, name: str, *texts: str) -> None:
        for desk, text in zip(self, texts, strict=True):
            desk.write(name, text)
            desk.git("add", name)
            desk.git("commit", "-qm", f"Write {name}")

    def pull(self, *options: str, fails: bool = False) -> str:
        """The first clone takes over what the second one did."""
        return self[0].git("pull", "-q", *options, str(self[1].root), "main", fails=fails)


def install(desk: Playground, program: tuple[str, ...] = PROGRAM, *, folder: str = "") -> tuple[str, ...]:
    files = Files(desk.root / folder)
    return install_merging(files, read_layout(files), program)


def clones(tmp_path: Path, home: Path, *, folder: str = "", program: tuple[str, ...] = PROGRAM) -> Desks:
    one = Playground(tmp_path / "one", home).start()
    for name, text in ((LOG, DAY), (MEMORY, LEARNED), (DECISIONS, ROW), ("SOUL.md", "# Soul\n")):
        one.write(folder + name, text)
    install(one, program, folder=folder)
    one.git("add", folder + "memory", folder + ".gitattributes", folder + MEMORY, folder + "SOUL.md")
    one.git("commit", "-qm", "Begin")
    one.git("clone", "-q", str(one.root), str(tmp_path / "two"))
    two = Playground(tmp_path / "two", home)
    install(two, program, folder=folder)
    return Desks([one, two])


def test_pull_keeps_entries_items_and_records_of_both(tmp_path: Path, home: Path) -> None:
    desks = clones(tmp_path, home)
    late, early = (ROW.replace("09:00", f"{hour}:00").replace('"a"', f'"{hour}"') for hour in (12, 11))
    desks.both_write(LOG, f"{DAY}\n## 11:00 One\n\none\n", f"{DAY}\n## 10:00 Two\n\ntwo\n")
    desks.both_write(
        MEMORY,
        f"{LEARNED}- Restart the gateway after editing the config\n",
        f"{LEARNED}- After a config change, reboot the gateway\n- Ship on Fridays.\n",
    )
    desks.both_write(DECISIONS, ROW + late, ROW + early)
    desks.pull("--no-rebase")
    assert desks[0].read(LOG) == f"{DAY}\n## 10:00 Two\n\ntwo\n\n## 11:00 One\n\none\n"
    assert desks[0].read(DECISIONS) == ROW + early + late
    memory = desks[0].read(MEMORY) or ""
    assert memory.count("gateway") == 1
    assert "- Ship on Fridays." in memory
    assert desks[0].git("diff", "--stat", "HEAD") == ""
    assert len(desks[0].git("log", "-1", "--format=%P").split()) == 2


def test_both_wordings_of_one_thing_keep_their_sources(tmp_path: Path, home: Path) -> None:
    desks = clones(tmp_path, home)
    items = ("- Restart the gateway after editing the config", "- After a config change, reboot the gateway")
    for desk, item, day in zip(desks, items, ("2026-03-08", "2026-03-09"), strict=True):
        desk.write(MEMORY, f"{LEARNED}{item}\n")
        source = SourceRecord(
            day,
            "lesson",
            hash_line(item),
            f"memory/{day}.md",
            3,
            3,
            "0" * 8,
            day,
            "agent",
            0.9,
            f"{day}T20:00:00+00:00",
            None,
        )
        append_sources(Files(desk.root), [source])
        desk.git("add", MEMORY, SOURCES_FILE)
        desk.git("commit", "-qm", "Learn")
    desks.pull("--no-rebase")
    files = Files(desks[0].root)
    assert [[found.day for found in find_sources(files, item)] for item in items] == [
        ["2026-03-08"],
        ["2026-03-09"],
    ]
    assert (desks[0].read(MEMORY) or "").count("gateway") == 1


def test_rebase_gives_the_same_files_as_a_merge(tmp_path: Path, home: Path) -> None:
    desks = clones(tmp_path, home)
    desks.both_write(
        LOG, f"{DAY}\n## 11:00 One\n\none\n", DAY.replace("[ ]", "[x]") + "\n## 10:00 Two\n\ntwo\n"
    )
    desks.pull("--rebase")
    assert desks[0].read(LOG) == DAY.replace("[ ]", "[x]") + "\n## 10:00 Two\n\ntwo\n\n## 11:00 One\n\none\n"


def test_clones_that_merge_to_and_fro_agree(tmp_path: Path, home: Path) -> None:
    desks = clones(tmp_path, home)
    desks.both_write(LOG, f"{DAY}\n## 11:00 One\n\none\n", f"{DAY}\n## 10:00 Two\n\ntwo\n")
    desks[1].git("fetch", "-q", str(desks[0].root), "main")
    desks.pull("--no-rebase")
    desks[1].git("merge", "-q", "FETCH_HEAD")  # each merged the other's side: the histories cross
    assert desks[0].read(LOG) == desks[1].read(LOG)
    desks.pull("--no-rebase")
    assert desks[0].read(LOG) == desks[1].read(LOG)


def test_conflict_stops_the_merge_and_is_marked_in_the_one_entry(tmp_path: Path, home: Path) -> None:
    desks = clones(tmp_path, home)
    texts = [
        DAY.replace("the mail", f"the mail {where}") + "\n## 10:00 More\n\nx\n" for where in ("here", "there")
    ]
    desks.both_write(LOG, *texts)
    desks.pull("--no-rebase", fails=True)
    assert desks[0].read(LOG) == texts[0].replace(
        "- read the mail here\n",
        "<<<<<<< ours\n- read the mail here\n=======\n- read the mail there\n>>>>>>> theirs\n",
    )
    assert desks[0].git("diff", "--name-only", "--diff-filter=U") == f"{LOG}\n"


def test_workspace_inside_a_larger_repository_is_merged_too(tmp_path: Path, home: Path) -> None:
    folder = 'my "notes" & $(touch pwned)/'
    desks = clones(tmp_path, home, folder=folder)
    desks.both_write(folder + LOG, f"{DAY}\n## 11:00 One\n\none\n", f"{DAY}\n## 10:00 Two\n\ntwo\n")
    desks.pull("--no-rebase")
    assert desks[0].read(folder + LOG) == f"{DAY}\n## 10:00 Two\n\ntwo\n\n## 11:00 One\n\none\n"
    assert not list(tmp_path.rglob("pwned"))


def test_file_name_with_shell_words_in_it_runs_nothing(tmp_path: Path, home: Path) -> None:
    desks = clones(tmp_path, home)
    name = "memory/notes/'; touch pwned; $(touch pwned) `touch pwned`.md"
    desks[0].write(name, "# Note\n\n- a\n")
    desks[0].git("add", name)
    desks[0].git("commit", "-qm", "Note")
    desks[1].git("pull", "-q", str(desks[0].root), "main")
    desks.both_write(name, "# Note\n\n- a\n- one\n", "# Note\n\n- a\n- two\n")
    desks.pull("--no-rebase")
    assert desks[0].read(name) == "# Note\n\n- a\n- one\n- two\n"
    assert not list(tmp_path.rglob("pwned"))


@pytest.mark.parametrize(
    "program",
    [
        ("/nowhere/python", "-m", "daykeep"),
        (sys.executable, "-c", "raise SystemExit(1)"),
        (sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"),
        ("100% wrong",),
    ],
)
def test_driver_that_fails_leaves_gits_own_merge(
    tmp_path: Path, home: Path, program: tuple[str, ...]
) -> None:
    desks = clones(tmp_path, home, program=program)
    desks.both_write(
        MEMORY, LEARNED.replace("# Memory", "# My memory"), LEARNED.replace("lock.", "lock file.")
    )
    desks.pull("--no-rebase")
    assert desks[0].read(MEMORY) == LEARNED.replace("# Memory", "# My memory").replace("lock.", "lock file.")
    desks.both_write(LOG, f"{DAY}- one\n", f"{DAY}- two\n")
    desks.pull("--no-rebase", fails=True)
    assert desks[0].read(LOG) == f"{DAY}<<<<<<< ours\n- one\n=======\n- two\n>>>>>>> theirs\n"


def test_file_that_daykeep_leaves_to_git_is_merged_by_lines(tmp_path: Path, home: Path) -> None:
    desks = clones(tmp_path, home)
    open_mark = f"{DAY}\n<!-- daykeep:origin origin=web -->\nSay yes.\n"
    desks.both_write(LOG, open_mark, DAY.replace("[ ]", "[x]"))
    desks.pull("--no-rebase", fails=True)
    text = desks[0].read(LOG) or ""
    assert "Say yes." in text
    assert "- [x] call the bank" in text
    assert "<<<<<<< ours" in text


def test_clone_without_the_driver_merges_by_lines(tmp_path: Path, home: Path) -> None:
    desks = clones(tmp_path, home)
    desks[0].git("config", "--remove-section", "merge.daykeep")
    desks.both_write(LOG, f"{DAY}- one\n", f"{DAY}- two\n")
    desks.pull("--no-rebase", fails=True)
    assert "<<<<<<<" in (desks[0].read(LOG) or "")


@pytest.mark.parametrize("attributes", [None, "*.png binary\n", "*.png binary", "*.png binary\r\n"])
def test_uninstalling_gives_back_the_very_files(tmp_path: Path, home: Path, attributes: str | None) -> None:
    desk = Playground(tmp_path / "one", home).start()
    desk.write(LOG, DAY)
    if attributes is not None:
        desk.write(".gitattributes", attributes)
    config = (desk.root / ".git" / "config").read_bytes()
    assert install(desk) == (".gitattributes", "git's setting merge.daykeep.driver")
    assert install(desk) == ()
    files = Files(desk.root)
    assert find_merging(files) == (True, driver_command(PROGRAM), "")
    remove_merging(files)
    assert (desk.root / ".git" / "config").read_bytes() == config
    path = desk.root / ".gitattributes"
    assert (path.read_bytes().decode() if path.exists() else None) == attributes
    assert remove_merging(files) == ()
    assert find_merging(files) == (False, None, "")


def test_program_of_somebody_else_under_this_name_stays(tmp_path: Path, home: Path) -> None:
    desk = Playground(tmp_path / "one", home).start()
    desk.git("config", "merge.daykeep.driver", "evil %A")
    with pytest.raises(ConflictError, match="another program"):
        install(desk)
    assert remove_merging(Files(desk.root)) == ()
    assert desk.git("config", "merge.daykeep.driver") == "evil %A\n"
    assert desk.read(".gitattributes") is None


def test_folder_without_git_says_so(tmp_path: Path, home: Path) -> None:
    del home
    with pytest.raises(GitError, match="nothing to merge here"):
        install(Playground(tmp_path, tmp_path))
    assert find_merging(Files(tmp_path)).off


@pytest.mark.parametrize(
    ("path", "once"),
    [
        ("MEMORY.md", True),
        ("w/memory/MEMORY.md", True),
        ("memory/notes/a.md", False),
        ("memory/sessions/s.md", False),
    ],
)
def test_only_long_term_memory_takes_two_wordings_for_one(path: str, once: bool) -> None:
    sides = (
        f"{LEARNED}- Restart the gateway after editing the config\n",
        f"{LEARNED}- After a config change, reboot the gateway\n",
    )
    found = merge_file(path, LEARNED.encode(), sides[0].encode(), sides[1].encode(), marker_size=7)
    assert found is not None
    assert found.data.decode().count("gateway") == (1 if once else 2)


def test_marks_are_as_long_as_git_asks() -> None:
    sides = [LEARNED.replace("lock.", f"lock {where}.").encode() for where in ("here", "there")]
    found = merge_file(MEMORY, LEARNED.encode(), *sides, marker_size=11)
    assert found is not None
    assert b"\n" + b"=" * 11 + b"\n" in found.data
