"""``daykeep wiring merge`` on the command line."""

from __future__ import annotations

from pathlib import Path

from tests.cli.setting_up import Desk
from tests.git.playground import Playground
from tests.workspace.making import digest


def workspace(desk: Desk) -> Playground:
    """A workspace in a repository of its own."""
    desk.run("init", "w")
    return Playground(desk.folder / "w", desk.folder / "home")


def test_install_status_and_uninstall_tell_what_they_do(desk: Desk) -> None:
    root = workspace(desk).root
    before = desk.run("wiring", "merge", "status", "--json", where=root).json
    assert (before["installed"], before["attributes"], before["command"]) == (False, False, None)
    answer = desk.run("wiring", "merge", "install", where=root)
    assert answer.code == 0
    assert "Commit .gitattributes" in answer.out
    said = desk.run("wiring", "merge", "status", where=root).out
    assert "This clone calls it" in said
    assert "case $?" not in said, "nobody reads the command's text"
    state = desk.run("wiring", "merge", "status", "--json", where=root).json
    assert state["installed"] is True
    assert "wiring merge driver" in state["command"]
    again = desk.run("wiring", "merge", "install", "--json", where=root).json
    assert again["changed"] == []
    gone = desk.run("wiring", "merge", "uninstall", "--json", where=root).json
    assert gone["changed"] == [".gitattributes", "git's setting merge.daykeep.driver"]
    assert "nothing to take away" in desk.run("wiring", "merge", "uninstall", where=root).out


def test_uninstall_of_daykeep_takes_the_merge_away_too(desk: Desk) -> None:
    playground = workspace(desk)
    config = (playground.root / ".git" / "config").read_bytes()
    desk.run("wiring", "merge", "install", where=playground.root)
    planned = desk.run("uninstall", "--dry-run", "--json", where=playground.root).json
    assert planned["setting"] == "merge.daykeep.driver"
    assert playground.read(".gitattributes") is not None
    answer = desk.run("uninstall", where=playground.root)
    assert "git's setting merge.daykeep.driver" in answer.out
    assert playground.read(".gitattributes") is None
    assert (playground.root / ".git" / "config").read_bytes() == config


def test_without_git_install_fails_and_status_says_why(desk: Desk) -> None:
    root = desk.folder / "w"
    (root / "memory").mkdir(parents=True)
    (root / "SOUL.md").write_text("x\n")
    before = digest(root)
    answer = desk.run("wiring", "merge", "install", where=root)
    assert answer.code == 9
    assert "nothing to merge here" in answer.err
    assert digest(root) == before
    assert "git is off here" in desk.run("wiring", "merge", "status", where=root).out


def test_doctor_names_a_clone_that_can_not_do_the_merge_it_is_asked_for(desk: Desk) -> None:
    playground = workspace(desk)

    def found() -> list[str]:
        findings = desk.run("doctor", "--json", where=playground.root).json["findings"]
        return [finding["message"] for finding in findings if finding["id"] == "merging:driver"]

    desk.run("wiring", "merge", "install", where=playground.root)
    assert found() == []
    command = playground.git("config", "merge.daykeep.driver").strip()
    playground.git("config", "merge.daykeep.driver", f"/nowhere/{command.lstrip('/')}")
    assert "is gone" in found()[0]
    playground.git("config", "--unset", "merge.daykeep.driver")
    assert "does not call it" in found()[0]


def drive(desk: Desk, base: str, ours: str, theirs: str, path: str) -> tuple[int, str, str]:
    """Call the driver as git does; its code, what stands in the file of ours, and what was said."""
    files: list[Path] = []
    for name, text in (("base", base), ("ours", ours), ("theirs", theirs)):
        files.append(desk.folder / name)
        files[-1].write_bytes(text.encode("utf-8", "surrogateescape"))
    words = [str(file) for file in files]
    answer = desk.run("wiring", "merge", "driver", "--marker-size", "7", "--", *words, path)
    return answer.code, files[1].read_text(), answer.err


def test_driver_is_not_listed_and_opens_no_workspace(desk: Desk) -> None:
    assert "driver" not in desk.run("wiring", "merge", "--help").out
    code, text, _ = drive(desk, "# M\n", "# M\n\n- a\n", "# M\n\n- b\n", "MEMORY.md")
    assert (code, text) == (0, "# M\n\n- a\n- b\n")
    assert {path.name for path in desk.folder.iterdir()} == {"base", "ours", "theirs", "home"}


def test_driver_says_which_words_it_left_out(desk: Desk) -> None:
    ours = "# M\n\n- Restart the gateway after editing the config\n"
    code, text, said = drive(
        desk, "# M\n", ours, "# M\n\n- After a config change, reboot the gateway\n", "MEMORY.md"
    )
    assert (code, text) == (0, ours)
    assert 'MEMORY.md: "- After a config change, reboot the gateway" says what' in said


def test_driver_answers_six_for_conflicts_and_leaves_the_rest_to_git(desk: Desk) -> None:
    code, text, _ = drive(
        desk, "- the same old line\n", "- the same old line, a\n", "- the same old line, b\n", "MEMORY.md"
    )
    assert code == 6
    assert text == "<<<<<<< ours\n- the same old line, a\n=======\n- the same old line, b\n>>>>>>> theirs\n"
    code, text, _ = drive(desk, "a\n", "b\0\n", "c\n", "memory/2026-03-10.md")
    assert code not in {0, 6}
    assert text == "b\0\n"
    missing = desk.run("wiring", "merge", "driver", "--", "nowhere", "nowhere", "nowhere", "MEMORY.md")
    assert missing.code not in {0, 6}
