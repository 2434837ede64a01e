import random
import zipfile

import pytest

from daykeep.errors import DocumentError
from daykeep.files.archives.zipped import Zipped, is_zipped


def zip_with(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def test_files_are_read_by_their_names_and_folders_are_none(tmp_path):
    path = zip_with(tmp_path / "a.zip", {"b/": "", "b/c.md": "text", "../d": "x"})

    assert Zipped(path).names() == ["b/c.md", "../d"]
    assert Zipped(path).read("b/c.md", 100) == b"text"
    assert Zipped(path).size("b/c.md") == 4
    assert list(tmp_path.iterdir()) == [path]


def test_only_so_many_bytes_are_read_however_much_is_packed(tmp_path):
    path = zip_with(tmp_path / "bomb.zip", {"zeros": bytes(50_000_000)})

    assert len(Zipped(path).read("zeros", 1_000)) == 1_000


def test_a_damaged_archive_a_damaged_file_and_a_missing_one_are_said_plainly(tmp_path):
    path = zip_with(tmp_path / "a.zip", {"b.md": random.Random(1).randbytes(3_000)})
    data = bytearray(path.read_bytes())
    data[40:60] = bytes(20)
    (tmp_path / "torn.zip").write_bytes(data)
    (tmp_path / "no.zip").write_bytes(b"PK\x03\x04" + bytes(40))

    assert not is_zipped(tmp_path / "no.zip")
    with pytest.raises(DocumentError, match="can't be read"):
        Zipped(tmp_path / "no.zip")
    with pytest.raises(DocumentError, match=r'"b\.md" in "torn\.zip" can\'t be read'):
        Zipped(tmp_path / "torn.zip").read("b.md", 10_000)
    with pytest.raises(DocumentError):
        Zipped(path).read("nowhere", 10)
