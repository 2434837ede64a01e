"""The record of builds: disposable, small, for one project and output."""

from __future__ import annotations

import json
import os

import pytest

from daykeep.context.cache.record import (
    FOLDER,
    Build,
    Part,
    Record,
    load_record,
    part_of,
    record_name,
    save_build,
)

FIRST = Build("2026-04-06T09:00:00Z", "text", "m", "k1", (Part("git", "a", 3),), (3,))
SECOND = FIRST._replace(at="2026-04-06T10:00:00Z", key="k2", parts=(Part("git", "b", 3),))


def test_nothing_is_remembered_of_a_project_that_was_never_built(tmp_path):
    assert load_record(tmp_path, "/w", "text") == Record()
    assert list(tmp_path.iterdir()) == []


def test_last_build_and_the_one_before_are_remembered(tmp_path):
    assert save_build(tmp_path, "/w", FIRST)
    assert load_record(tmp_path, "/w", "text") == Record(FIRST)
    assert save_build(tmp_path, "/w", SECOND)
    assert load_record(tmp_path, "/w", "text") == Record(SECOND, FIRST)


def test_same_build_again_leaves_the_record_as_it_is(tmp_path):
    save_build(tmp_path, "/w", FIRST)
    assert not save_build(tmp_path, "/w", FIRST._replace(at="2026-04-07T09:00:00Z"))
    assert load_record(tmp_path, "/w", "text") == Record(FIRST)


@pytest.mark.parametrize(("project", "to"), [("/other", "text"), ("/w", "anthropic")])
def test_another_project_or_output_has_a_record_of_its_own(tmp_path, project, to):
    save_build(tmp_path, "/w", FIRST)
    assert load_record(tmp_path, project, to) == Record()


def test_record_holds_hashes_and_no_text(tmp_path):
    part = part_of("git", "Branch: secret-project", 4)
    save_build(tmp_path, "/w", FIRST._replace(parts=(part,)))
    text = (tmp_path / FOLDER / record_name("/w", "text")).read_text()
    assert "secret-project" not in text
    assert part.hash in text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        '{"version": 99}',
        '{"version": 1, "last": 5}',
        '{"version": 1, "last": {"at": 1}}',
        '{"version": 1, "last": {"at": "", "to": "", "model": "", "key": "", "points": [], "parts": [[1]]}}',
    ],
)
def test_record_that_says_nothing_is_no_record(tmp_path, text):
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / record_name("/w", "text")).write_text(text)
    assert load_record(tmp_path, "/w", "text") == Record()
    assert save_build(tmp_path, "/w", FIRST)
    assert load_record(tmp_path, "/w", "text").last == FIRST


def test_only_the_first_parts_of_a_huge_build_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("daykeep.context.cache.record.MOST_PARTS", 2)
    save_build(tmp_path, "/w", FIRST._replace(parts=tuple(Part(f"p{n}", "a", 1) for n in range(5))))
    assert len(load_record(tmp_path, "/w", "text").last.parts) == 2


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_folder_of_the_record_is_the_users_alone(tmp_path):
    save_build(tmp_path, "/w", FIRST)
    assert (tmp_path / FOLDER).stat().st_mode & 0o077 == 0
    assert json.loads((tmp_path / FOLDER / record_name("/w", "text")).read_text())["project"] == "/w"
