"""What tells whether two names are one file."""

from __future__ import annotations

import os

import pytest

from daykeep.context.instructions.reading import file_key


def _info(device, inode):
    return os.stat_result((0o100644, inode, device, 1, 0, 0, 0, 0, 0, 0))


def test_a_file_is_known_by_device_and_inode_whatever_its_name():
    assert file_key(_info(1, 2), "/a/CLAUDE.md") == file_key(_info(1, 2), "/a/claude.md")
    assert file_key(_info(1, 2), "/a/CLAUDE.md") != file_key(_info(3, 2), "/a/CLAUDE.md")


@pytest.mark.skipif(os.name == "posix", reason="drives are a thing of Windows")
def test_two_spellings_of_a_drive_are_one_file():
    assert file_key(_info(1, 0), "c:\\App\\CLAUDE.md") == file_key(_info(1, 0), "C:\\app\\CLAUDE.md")


def test_without_an_inode_the_real_path_tells():
    assert file_key(_info(1, 0), "/a/CLAUDE.md") == file_key(_info(2, 0), "/a/CLAUDE.md")
    assert file_key(_info(1, 0), "/a/CLAUDE.md") != file_key(_info(1, 0), "/b/CLAUDE.md")
