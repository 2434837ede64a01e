"""Skills in other folders: what a person changed is never overwritten, and all of it goes as it came."""

from __future__ import annotations

import os
import shutil

import pytest

from daykeep.errors import DaykeepError, UsageError
from daykeep.files.placed import Shelf
from daykeep.files.replace import sha256_of
from daykeep.wiring.placed import load_placed
from daykeep.wiring.skills import install as room
from daykeep.wiring.skills.install import (
    find_outdated_skills,
    find_placed_skills,
    install_skills,
    release_skills,
    remove_skills,
)
from daykeep.wiring.skills.places import SkillsFolder
from daykeep.wiring.skills.shipped import OWN_SKILLS, shipped_skills
from daykeep.workspace.template import template_root


def tree(root):
    """Every file, folder and link below a folder, with its content."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else ""
        for path in root.rglob("*")
    }


class Shop:
    """A folder of skills and a settings folder."""

    def __init__(self, folder):
        self.settings = folder / "settings"
        self.project = folder / "project"
        self.project.mkdir()
        self.at = SkillsFolder(self.project, ".claude/skills")
        self.skills = self.project / ".claude" / "skills"

    def install(self, *names, workspace="/w", **options):
        done = install_skills(self.at, names, settings_folder=self.settings, workspace=workspace, **options)
        return {one.name: one for one in done}

    def remove(self, *names, **options):
        return {
            one.name: one for one in remove_skills(self.at, names, settings_folder=self.settings, **options)
        }


@pytest.fixture
def shop(tmp_path):
    return Shop(tmp_path)


def test_shipped_skills_are_those_of_the_folder():
    assert set(shipped_skills()) == set(OWN_SKILLS) == set(os.listdir(template_root() / "skills"))
    with pytest.raises(UsageError):
        shipped_skills(["nobody"])


def test_install_copies_every_byte_and_again_changes_nothing(shop):
    assert {one.state for one in shop.install().values()} == {"new"}
    expected = {
        f"{skill}/{name}": data for skill, files in shipped_skills().items() for name, data in files.items()
    }
    found = {name: data for name, data in tree(shop.skills).items() if data != ""}
    assert found == expected
    assert os.access(shop.skills / "context-manager/scripts/context.py", os.X_OK)
    before = {path: path.stat().st_mtime_ns for path in shop.project.rglob("*")}
    assert {one.state for one in shop.install().values()} == {"kept"}
    assert {path: path.stat().st_mtime_ns for path in shop.project.rglob("*")} == before


@pytest.mark.parametrize("there", [[], [".claude"], [".claude", ".claude/skills"], [".claude/skills/mine"]])
def test_removal_leaves_the_project_as_it_was(shop, there):
    for name in there:
        (shop.project / name).mkdir(parents=True, exist_ok=True)
    before = tree(shop.project)
    shop.install()
    assert {one.state for one in shop.remove().values()} == {"remove"}
    assert tree(shop.project) == before
    assert load_placed(shop.settings).skills == ()


def test_removal_one_by_one_leaves_the_project_as_it_was_too(shop):
    shop.install()
    for name in OWN_SKILLS:
        shop.remove(name)
    assert tree(shop.project) == {}


def test_dry_run_says_it_and_writes_nothing(shop):
    assert {one.state for one in shop.install(dry_run=True).values()} == {"new"}
    assert tree(shop.project) == {}
    assert not shop.settings.exists()
    shop.install()
    before = tree(shop.project)
    assert {one.state for one in shop.remove(dry_run=True).values()} == {"remove"}
    assert tree(shop.project) == before


def test_changed_skill_stays_whole_and_is_named(shop):
    shop.install()
    path = shop.skills / "context-triage" / "SKILL.md"
    path.write_bytes(path.read_bytes() + b"mine\n")
    before = tree(shop.project)
    done = shop.install()
    assert (done["context-triage"].state, done["context-triage"].changed) == ("changed", ("SKILL.md",))
    assert done["context-triage"].stays
    assert shop.remove("context-triage")["context-triage"].state == "changed"
    assert tree(shop.project) == before


def test_force_sets_the_persons_file_aside_and_never_loses_it(shop):
    shop.install()
    path = shop.skills / "context-triage" / "SKILL.md"
    shipped = path.read_bytes()
    path.write_bytes(b"mine\n")
    done = shop.install(force=True)["context-triage"]
    (aside,) = done.aside
    assert aside == f"SKILL.md.kept-{sha256_of(b'mine' + bytes([10]))[:8]}"
    assert path.read_bytes() == shipped
    assert path.with_name(aside).read_bytes() == b"mine\n"
    gone = shop.remove("context-triage")["context-triage"]
    assert gone.left == (aside,)
    assert list(tree(shop.skills / "context-triage")) == [aside]


def test_skill_of_somebody_else_under_the_name_is_never_overwritten(shop):
    path = shop.skills / "context-manager" / "SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text("theirs")
    assert shop.install("context-manager")["context-manager"].state == "changed"
    assert tree(shop.skills) == {"context-manager": "", "context-manager/SKILL.md": b"theirs"}


@pytest.mark.parametrize("to", ["elsewhere", "project/.claude/other"])
def test_link_in_a_skills_place_is_left_alone(shop, tmp_path, to):
    (tmp_path / to).mkdir(parents=True)
    shop.skills.mkdir(parents=True, exist_ok=True)
    (shop.skills / "context-manager").symlink_to(tmp_path / to)
    assert shop.install("context-manager", force=True)["context-manager"].state == "link"
    assert shop.remove("context-manager", force=True)["context-manager"].state == "link"
    assert os.listdir(tmp_path / to) == []


def test_link_that_leads_out_of_the_project_is_refused(shop, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (shop.project / ".claude").mkdir()
    shop.skills.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DaykeepError):
        shop.install()
    assert os.listdir(tmp_path / "elsewhere") == []


def newer(monkeypatch, change):
    """Let daykeep ship other skills from now on."""
    shipped = {name: dict(files) for name, files in shipped_skills().items()}
    change(shipped["context-manager"])
    monkeypatch.setattr(
        room, "shipped_skills", lambda names=(): {n: f for n, f in shipped.items() if not names or n in names}
    )


def test_newer_version_replaces_what_daykeep_wrote_and_takes_away_what_it_ships_no_more(shop, monkeypatch):
    shop.install()

    def change(files):
        files["SKILL.md"] += b"more\n"
        files["references/new.md"] = b"new\n"
        del files["references/cache.md"]

    newer(monkeypatch, change)
    assert shop.install()["context-manager"].state == "update"
    found = shop.skills / "context-manager"
    assert (found / "SKILL.md").read_bytes().endswith(b"more\n")
    assert (found / "references/new.md").exists()
    assert not (found / "references/cache.md").exists()
    shop.remove()
    assert tree(shop.project) == {}


def test_skill_of_an_older_version_is_named_and_one_that_a_person_changed_is_not(shop, monkeypatch):
    shop.install("context-manager", "context-triage")
    assert find_outdated_skills(shop.settings, "/w") == []
    newer(monkeypatch, lambda files: files.update({"SKILL.md": b"new\n"}))
    assert find_outdated_skills(shop.settings, "/w") == [str(shop.skills / "context-manager")]
    assert find_outdated_skills(shop.settings, "/other") == []
    (shop.skills / "context-manager/SKILL.md").write_text("mine")
    assert find_outdated_skills(shop.settings, "/w") == []


def test_update_that_was_interrupted_goes_on(shop, monkeypatch):
    shop.install()
    newer(monkeypatch, lambda files: files.update({name: data + b"2" for name, data in files.items()}))
    write, count = Shelf.write, []

    def failing(self, name, *args, **kwargs):
        count.append(name)
        if len(count) == 3:
            raise OSError(28, "full")
        return write(self, name, *args, **kwargs)

    monkeypatch.setattr(Shelf, "write", failing)
    with pytest.raises(OSError, match="full"):
        shop.install("context-manager")
    monkeypatch.setattr(Shelf, "write", write)
    assert shop.install("context-manager")["context-manager"].state == "update"
    assert shop.install("context-manager")["context-manager"].state == "kept"
    shop.remove()
    assert tree(shop.project) == {}


def test_skill_shared_by_two_workspaces_goes_with_the_last(shop):
    shop.install("context-manager", workspace="/a")
    shop.install("context-manager", workspace="/b")
    assert [one.name for one in find_placed_skills(shop.settings, "/a")] == [".claude/skills/context-manager"]
    assert [one.state for one in release_skills(shop.settings, "/a")] == ["shared"]
    assert (shop.skills / "context-manager/SKILL.md").exists()
    assert [one.state for one in release_skills(shop.settings, "/b")] == ["remove"]
    assert tree(shop.project) == {}
    assert release_skills(shop.settings, "/b") == []


def test_skill_that_stood_there_before_stays_when_the_workspace_leaves(shop):
    for name, data in shipped_skills()["context-manager"].items():
        path = shop.skills / "context-manager" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    before = tree(shop.project)
    assert shop.install("context-manager")["context-manager"].state == "kept"
    assert release_skills(shop.settings, "/w") == []
    assert tree(shop.project) == before


def test_changed_skill_stays_when_the_workspace_leaves_and_is_named(shop):
    shop.install("context-manager")
    (shop.skills / "context-manager/SKILL.md").write_text("mine")
    (done,) = release_skills(shop.settings, "/w")
    assert done.stays
    assert (shop.skills / "context-manager/references/cache.md").exists()


@pytest.mark.parametrize("in_its_place", ["file", "folder"])
def test_skill_that_cannot_be_reached_keeps_no_other_waiting(shop, in_its_place):
    shop.install()
    (shop.skills / "context-manager/SKILL.md").unlink()
    if in_its_place == "folder":
        (shop.skills / "context-manager/SKILL.md").mkdir()
    else:
        shutil.rmtree(shop.skills / "context-manager")
        (shop.skills / "context-manager").write_text("mine")
    (shop.skills / "smart-context-manager/SKILL.md").unlink()
    done = shop.install()
    assert done["context-manager"].stays
    assert done["context-manager"].why
    assert done["smart-context-manager"].state == "update"
    assert not find_outdated_skills(shop.settings, "/w")
    gone = shop.remove()
    assert {name for name, one in gone.items() if one.stays} == {"context-manager"}
    assert os.listdir(shop.skills) == ["context-manager"]


def test_skill_that_cannot_be_taken_away_stays_on_record_and_all_others_go(shop):
    shop.install()
    (shop.skills / "context-manager/SKILL.md").unlink()
    (shop.skills / "context-manager/SKILL.md").mkdir()
    done = {one.name: one for one in release_skills(shop.settings, "/w")}
    assert done["context-manager"].state == "failed"
    assert [one.name for one in find_placed_skills(shop.settings, "/w")] == [".claude/skills/context-manager"]
    assert os.listdir(shop.skills) == ["context-manager"]


def test_folder_in_which_no_skill_can_be_written_is_an_error(shop):
    shop.skills.parent.mkdir()
    shop.skills.write_text("a file")
    with pytest.raises(DaykeepError, match="not a regular file in a folder"):
        shop.install()
