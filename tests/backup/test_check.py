"""A backup that is cut, changed, made up or hostile is named as such, by one error and without a byte written."""

from __future__ import annotations

import gzip
import json
import random
import tarfile
import zlib

import pytest

from daykeep.backup.check import check_backup, read_about
from daykeep.backup.manifest import Entry, find_twins, parse_manifest, render_manifest
from daykeep.errors import DocumentError, RefusedError
from daykeep.files.archives.gathering import Found
from tests.backup.building import about, archive, backup, folder_row, made_up, make_workspace, member, row


@pytest.fixture
def whole(tmp_path):
    (tmp_path / "w").mkdir()
    backup(make_workspace(tmp_path / "w", git=False), tmp_path / "b")
    return tmp_path / "b"


def test_whole_backup_is_as_its_manifest_says(whole):
    checked = check_backup(whole)
    assert checked.about.workspace == "w"
    assert checked.about.at == "2026-03-10T12:00:00+00:00"
    assert parse_manifest(render_manifest(checked.manifest)) == checked.manifest
    assert read_about(whole) == checked.about


def test_backup_cut_at_any_place_is_damaged(whole, tmp_path):
    data = whole.read_bytes()
    for end in [*range(0, len(data), max(len(data) // 60, 1)), *range(len(data) - 12, len(data))]:
        (tmp_path / "cut").write_bytes(data[:end])
        with pytest.raises(DocumentError, match="damaged, or not a backup"):
            check_backup(tmp_path / "cut")


def test_backup_with_one_wrong_bit_at_any_place_is_damaged(whole, tmp_path):
    data, damaged = whole.read_bytes(), []
    for at in range(
        10, len(data), max(len(data) // 150, 1)
    ):  # the first ten bytes say nothing about the contents
        wrong = bytearray(data)
        wrong[at] ^= 1 << (at % 8)
        (tmp_path / "wrong").write_bytes(bytes(wrong))
        try:
            checked = check_backup(tmp_path / "wrong")
        except (DocumentError, RefusedError):
            damaged.append(at)
        else:  # a bit that fills up the last byte of the compression
            assert checked == check_backup(whole)._replace(path=checked.path)
    assert len(damaged) > 140


def test_archive_with_any_wrong_byte_inside_is_damaged(whole, tmp_path):
    """The sums of the compression are right here, so that the reader meets the wrong bytes themselves."""
    data = gzip.decompress(whole.read_bytes())
    choose = random.Random(7)
    for at in [*range(3 * 512), *(choose.randrange(len(data)) for _ in range(400))]:
        wrong = bytearray(data)
        wrong[at] = choose.randrange(256)
        (tmp_path / "wrong").write_bytes(gzip.compress(bytes(wrong), 1))
        try:
            checked = check_backup(tmp_path / "wrong")
        except (DocumentError, RefusedError):
            continue
        assert checked == check_backup(whole)._replace(path=checked.path, about=checked.about)  # only padding


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"\x1f\x8b",
        gzip.compress(b"", mtime=0),
        gzip.compress(b"\0" * 20_000, mtime=0),
        zlib.compress(b"x"),
        bytes(9000),
    ],
)
def test_file_that_is_no_archive_is_no_backup(tmp_path, data):
    (tmp_path / "b").write_bytes(data)
    with pytest.raises(DocumentError):
        check_backup(tmp_path / "b")
    with pytest.raises(DocumentError):
        read_about(tmp_path / "b")


def test_archive_of_another_program_is_no_backup(tmp_path):
    with pytest.raises(DocumentError, match="does not begin with"):
        check_backup(archive(tmp_path / "b", member("readme.txt", b"hello")))
    with pytest.raises(DocumentError, match="no manifest"):
        check_backup(archive(tmp_path / "b", member("daykeep-backup.json", about())))


def test_missing_file_is_named(tmp_path):
    with pytest.raises(DocumentError, match="there is no file"):
        check_backup(tmp_path / "b")


def test_backup_of_a_later_format_is_refused_and_says_which(tmp_path):
    with pytest.raises(RefusedError, match="format 2; this daykeep knows format 1"):
        check_backup(made_up(tmp_path / "b", rows=[], form=2))


NAMES = ["../evil", "/etc/passwd", "a/../../evil", "a//b", "./a", "C:/x", "..\\evil", ".git/config", "A/.GIT/hooks/x", "a\0b",
         "%2e%2e/evil", ""]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_name_that_leads_out_is_refused_whether_or_not_the_archive_has_it(tmp_path, name):
    rows = [folder_row("a"), row(name)]
    with pytest.raises(DocumentError, match=r"no safe name|lies in no folder"):
        check_backup(made_up(tmp_path / "b", member("files/a", kind=tarfile.DIRTYPE), rows=rows))
    good = member("files/" + name.replace("\0", ""), b"x")
    with pytest.raises(DocumentError):
        check_backup(made_up(tmp_path / "b", member("files/a", kind=tarfile.DIRTYPE), good, rows=rows))


@pytest.mark.parametrize(
    "kind", [tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.CONTTYPE, b"?"]
)
def test_hard_link_device_or_pipe_in_a_backup_is_refused(tmp_path, kind):
    with pytest.raises(DocumentError, match=r"no plain file|damaged"):
        check_backup(
            made_up(tmp_path / "b", member("files/x", kind=kind, linkname="SOUL.md"), rows=[row("x", b"")])
        )


def test_file_below_a_link_of_the_backup_is_refused(tmp_path):
    link = {"name": "out", "kind": "link", "target": "/etc"}
    members = (member("files/out", kind=tarfile.SYMTYPE, linkname="/etc"), member("files/out/x", b"x"))
    with pytest.raises(DocumentError, match="lies in no folder"):
        check_backup(made_up(tmp_path / "b", *members, rows=[link, row("out/x")]))


def test_what_differs_from_the_manifest_is_named(tmp_path):
    x = member("files/x.md", b"x")
    cases = [
        ((x, member("files/more.md", b"y")), [row("x.md")], "'more.md' is not in its manifest"),
        ((), [row("x.md")], "'x.md' is missing"),
        ((member("files/x.md", b"z"),), [row("x.md")], "'x.md' was changed"),
        ((x, x), [row("x.md")], "twice"),
        ((x,), [row("x.md"), row("x.md")], "twice"),
        ((x,), [row("x.md", mode="7777")], "unknown kind"),
        ((x,), [row("x.md", size=-1)], "no number"),
        ((x,), [row("x.md", sha256="no")], "no hash"),
        ((x,), [row("x.md", kind="device")], "unknown kind"),
        ((x,), ["x.md"], "no object"),
    ]
    for members, rows, why in cases:
        with pytest.raises(DocumentError, match=why):
            check_backup(made_up(tmp_path / "b", *members, rows=rows))


def test_backup_that_unpacks_to_more_than_there_is_room_stops_there(tmp_path):
    bomb = made_up(tmp_path / "b", member("files/x", bytes(60_000_000)), rows=[row("x", bytes(60_000_000))])
    assert bomb.stat().st_size < 100_000
    with pytest.raises(RefusedError, match="unpacks to more than 1,000,000 bytes"):
        check_backup(bomb, limit_bytes=1_000_000)


def test_header_that_asks_for_a_gigabyte_is_not_read(tmp_path):
    head = tarfile.TarInfo("x")
    head.type, head.size = tarfile.XHDTYPE, 1 << 30
    (tmp_path / "b").write_bytes(gzip.compress(head.tobuf(tarfile.USTAR_FORMAT)))
    with pytest.raises(DocumentError, match="a header of"):
        check_backup(tmp_path / "b")


def test_manifest_with_endless_nesting_is_damaged(tmp_path):
    front = member("daykeep-backup.json", about())
    for data in (b"[" * 200_000, b'{"entries": ' + b"[" * 200_000, b"\xff", json.dumps([]).encode()):
        with pytest.raises(DocumentError):
            check_backup(archive(tmp_path / "b", front, member("manifest.json", data)))


def test_something_after_the_archive_is_damage(whole):
    whole.write_bytes(whole.read_bytes() + gzip.compress(b"more"))
    with pytest.raises(DocumentError, match="something follows"):
        check_backup(whole)


def test_twins_are_names_that_some_disk_takes_for_one():
    names = ("MEMORY.md", "memory.md", "caf\u00e9", "cafe\u0301", "other")
    entries = [Entry(Found(name, "file")) for name in names]
    assert find_twins(entries) == [("MEMORY.md", "memory.md"), ("caf\u00e9", "cafe\u0301")]
