from __future__ import annotations

import os

import pytest

from daykeep.errors import DaykeepError, DocumentError, RefusedError, StorageError
from daykeep.files.tree import (
    find_place,
    list_folder,
    place_by_folders,
    place_by_path,
    scan_folder,
    scanned_folder,
)

WAYS = [place_by_folders, place_by_path]


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "workspace"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory/a.md").write_bytes(b"a\n")
    (tmp_path / "workspace-evil").mkdir()
    (tmp_path / "workspace-evil/s.md").write_bytes(b"secret\n")
    return folder


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("link", "target", "name", "real"),
    [
        ("memory/today.md", "a.md", "memory/today.md", "memory/a.md"),
        ("memory/today.md", "../memory/a.md", "memory/today.md", "memory/a.md"),
        ("log.md", "memory/a.md", "log.md", "memory/a.md"),
        ("log.md", "memory/./../memory//a.md", "log.md", "memory/a.md"),
        ("logs", "memory", "logs/a.md", "memory/a.md"),
        ("log.md", "memory/new.md", "log.md", "memory/new.md"),
        ("log.md", "{root}/memory/a.md", "log.md", "memory/a.md"),
        ("logs", "{root}", "logs/memory/a.md", "memory/a.md"),
    ],
)
def test_links_inside_the_root_are_followed(root, way, link, target, name, real):
    os.symlink(target.format(root=root), root / link)
    with way(str(root), name, make_folders=False) as place:
        assert place.name == real
        assert (place.info is not None) == (root / real).exists()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("link", "target", "name"),
    [
        ("memory/today.md", "../../workspace-evil/s.md", "memory/today.md"),
        ("s.md", "{outside}/s.md", "s.md"),
        ("s.md", "/etc/passwd", "s.md"),
        ("logs", "{outside}", "logs/s.md"),
        ("logs", "..", "logs/workspace-evil/s.md"),
        ("up", "memory/../..", "up/workspace-evil/s.md"),
        ("fd", "/proc/self/root/etc", "fd/passwd"),
        ("new.md", "{outside}/new.md", "new.md"),
    ],
)
def test_links_that_lead_outside_are_refused(root, way, link, target, name):
    os.symlink(target.format(outside=root.parent / "workspace-evil"), root / link)
    with pytest.raises(RefusedError, match="symbolic link"):
        way(str(root), name, make_folders=False)


def test_links_in_circles_are_refused(root):
    os.symlink("b", root / "a")
    os.symlink("a", root / "b")
    with pytest.raises(RefusedError, match="circles"):
        find_place(str(root), "a/x.md")


def test_a_link_through_a_linked_folder_and_back_is_taken_as_the_system_takes_it(root):
    """ "link/.." is the parent of where the link leads, not of where it stands."""
    (root / "deep/er").mkdir(parents=True)
    os.symlink("deep/er", root / "link")
    os.symlink("link/../x.md", root / "through")
    with find_place(str(root), "through") as place:
        assert place.name == "deep/x.md"


def test_a_root_that_is_a_link_is_its_target(root, tmp_path):
    os.symlink(root, tmp_path / "alias")
    os.symlink(tmp_path / "alias/memory/a.md", root / "log.md")
    with find_place(os.path.realpath(tmp_path / "alias"), "log.md") as place:
        assert place.name == "memory/a.md"


def test_a_missing_folder_is_none_and_can_be_made(root):
    assert find_place(str(root), "x/y/z.md") is None
    with find_place(str(root), "x/y/z.md", make_folders=True) as place:
        assert place.info is None
    assert (root / "x/y").is_dir()


def test_a_file_in_a_folders_place_is_a_document_error(root):
    with pytest.raises(DocumentError):
        find_place(str(root), "memory/a.md/b.md")


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may enter any folder")
def test_a_folder_that_may_not_be_entered_is_a_storage_error(root):
    (root / "memory").chmod(0)
    try:
        with pytest.raises(StorageError):
            find_place(str(root), "memory/a.md")
    finally:
        (root / "memory").chmod(0o755)


def test_open_does_not_follow_a_link_that_was_swapped_in(root):
    with find_place(str(root), "memory/a.md") as place:
        os.unlink(root / "memory/a.md")
        os.symlink(root.parent / "workspace-evil/s.md", root / "memory/a.md")
        with pytest.raises(OSError, match="symbolic"):
            place.open(os.O_RDONLY | os.O_NOFOLLOW)


def test_an_open_place_stays_in_its_folder_when_the_folder_is_swapped(root):
    with find_place(str(root), "memory/new.md") as place:
        os.rename(root / "memory", root / "moved")
        os.symlink(root.parent / "workspace-evil", root / "memory")
        os.close(place.open(os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW))
    assert (root / "moved/new.md").exists()
    assert os.listdir(root.parent / "workspace-evil") == ["s.md"]


def test_folders_are_listed_with_kinds(root):
    os.symlink("memory/a.md", root / "link.md")
    os.mkfifo(root / "pipe")
    assert sorted(scan_folder(str(root), "")) == [
        ("link.md", "link"),
        ("memory", "folder"),
        ("pipe", "other"),
    ]
    assert list_folder(str(root), "memory") == ["a.md"]
    assert list_folder(str(root), "missing") == []
    with pytest.raises(DaykeepError):
        list_folder(str(root), "memory/a.md")


def test_no_descriptor_is_left_open(root):
    os.symlink("..", root / "up")
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else None
    for name in ("memory/a.md", "missing/a.md", "up/a.md", "memory/a.md/x"):
        try:
            place = find_place(str(root), name)
        except DaykeepError:
            continue
        if place is not None:
            place.close()
    if before is not None:
        assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("supported", [True, False])
def test_scanned_folder_shows_its_entries_with_their_sizes_and_is_closed(tmp_path, monkeypatch, supported):
    if not supported:  # as on Windows
        monkeypatch.setattr(os, "supports_fd", set())
    (tmp_path / "a.md").write_text("four", encoding="utf-8")
    (tmp_path / "inner").mkdir()
    with scanned_folder(str(tmp_path)) as entries:
        found = {entry.name: (entry.is_dir(), entry.stat(follow_symlinks=False).st_size) for entry in entries}
    assert found["a.md"] == (False, 4)
    assert found["inner"][0]
    with pytest.raises(FileNotFoundError), scanned_folder(str(tmp_path / "missing")):
        pass
    with pytest.raises(NotADirectoryError), scanned_folder(str(tmp_path / "a.md")):
        pass
