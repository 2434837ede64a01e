"""What lies in what by its name, and the folders between two places."""

import os

import pytest

from daykeep.context.instructions.folders import (
    MOST_FOLDERS,
    below,
    file_root,
    folders_between,
    full_path,
    is_inside,
    names_below,
)

ROOT = file_root(os.path.realpath(os.sep))
APP = below(ROOT, "srv", "app")


def test_root_of_the_file_system_is_found_from_any_folder_and_ends_in_one_separator():
    assert file_root(APP) == ROOT
    assert below(ROOT, "srv") == f"{ROOT.rstrip(os.sep)}{os.sep}srv"


@pytest.mark.parametrize(
    ("path", "inside"),
    [(APP, True), (below(APP, "a.py"), True), (f"{APP}le", False), (below(ROOT, "srv"), False)],
)
def test_path_lies_in_a_folder_by_whole_names(path, inside):
    assert is_inside(path, APP) is inside


def test_folders_between_hold_both_ends_and_are_none_where_one_is_not_in_the_other():
    assert folders_between(ROOT, APP) == [ROOT, below(ROOT, "srv"), APP]
    assert folders_between(APP, APP) == [APP]
    assert folders_between(APP, f"{APP}le") == []


def test_of_too_many_folders_the_lowest_are_given():
    deep = below(ROOT, *["d"] * (MOST_FOLDERS + 5))
    found = folders_between(ROOT, deep)
    assert (len(found), found[-1]) == (MOST_FOLDERS, deep)


def test_path_that_a_person_names_counts_from_the_folder_or_the_home():
    assert full_path("a/../b.py", APP, ROOT) == below(APP, "b.py")
    assert full_path("~/b.py", APP, below(ROOT, "home")) == below(ROOT, "home", "b.py")


def test_file_is_called_as_named_and_as_it_is_behind_links(tmp_path):
    base = os.path.realpath(tmp_path)
    named, real = below(base, "a", "x.py"), below(base, "b", "x.py")
    assert names_below(named, real, base) == {"a/x.py", "b/x.py"}
    assert names_below(named, below(ROOT, "x.py"), base) == {"a/x.py"}
    assert names_below(below(ROOT, "x.py"), below(ROOT, "x.py"), base) == set()
