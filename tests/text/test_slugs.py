"""The name of a folder's folder: lossy, cut at 200 characters, never turned back."""

from __future__ import annotations

import unicodedata

import pytest

from daykeep.text.slugs import fits_slug, is_long, slug_of, slugs_of


@pytest.mark.parametrize("name", ["my_notes", "my.notes", "my notes", "my-notes"])
def test_underscore_dot_space_and_hyphen_have_one_name(name: str) -> None:
    assert slug_of(f"/home/ada/{name}") == "-home-ada-my-notes"


def test_chinese_names_of_one_length_have_one_name() -> None:
    assert slug_of("/家/注") == slug_of("/国/记") == "----"


def test_emoji_counts_as_two_as_in_utf16_and_one_is_known_too() -> None:
    assert slug_of("/a/😀") == "-a---"
    assert slugs_of("/a/😀") == ("-a---", "-a--")
    assert fits_slug("-a--", "/a/😀")


def test_decomposed_path_has_the_name_of_the_composed_one() -> None:
    path = "/home/café/Zoë"
    assert slug_of(unicodedata.normalize("NFD", path)) == slug_of(path) == "-home-caf--Zo-"


def test_windows_path_has_a_name() -> None:
    assert slug_of("E:\\x\\My App") == "E--x-My-App"


def test_name_of_two_hundred_characters_is_whole_and_a_longer_one_is_a_beginning() -> None:
    whole, long = "/" + "a" * 199, "/" + "a" * 200
    assert (len(slug_of(whole)), is_long(whole)) == (200, False)
    assert (slug_of(long), is_long(long)) == (slug_of(whole), True)
    assert not fits_slug(f"{slug_of(whole)}-1x2y", whole)
    assert fits_slug(f"{slug_of(long)}-1x2y", long)
    assert not fits_slug(f"{slug_of(long)[:-1]}b-1x2y", long)
