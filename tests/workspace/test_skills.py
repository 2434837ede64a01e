"""Reading skills and checking them against the specification."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from daykeep.files.store import Files
from daykeep.workspace.skills import Skill, read_skill, read_skills
from daykeep.workspace.template import template_root
from tests.workspace.making import skill_text, write


def check(tmp_path: Path, text: str | bytes, folder: str = "sorter") -> Skill:
    return read_skill(write(tmp_path, {f"skills/{folder}/SKILL.md": text}), folder)


def said(skill: Skill) -> str:
    return " | ".join(f"{p.level}:{p.line}:{p.message}" for p in skill.problems)


@pytest.mark.parametrize(
    ("name", "asked", "asked_zh"),
    [
        ("context-management", "remember this", "记住这个"),
        ("context-manager", "rule files load", "四种记忆"),
        ("context-triage", "before compacting", "压缩之前"),
        ("smart-context-manager", "restates what fades", "重述"),
    ],
)
def test_shipped_skill_is_valid_without_a_word(tmp_path: Path, name: str, asked: str, asked_zh: str) -> None:
    source = template_root() / "skills" / name
    for path in source.rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            write(tmp_path, {f"skills/{name}/{path.relative_to(source)}": path.read_bytes()})
    skill = read_skill(Files(tmp_path), name)
    assert skill.problems == ()
    assert asked in skill.description
    assert asked_zh in skill.description


def test_valid_skill_gives_name_and_description(tmp_path: Path) -> None:
    skill = check(tmp_path, skill_text("sorter", "Sorts: by size --- or #1, by date. Use when: asked."))
    assert skill.usable
    assert skill.description == "Sorts: by size --- or #1, by date. Use when: asked."


@pytest.mark.parametrize(
    ("value", "mark"),
    [
        ("sorts x --- y", "---"),
        ("Use when: asked", ":"),
        ("fixed in #456", "#"),
        ("ends with a colon:", ":"),
    ],
)
def test_value_that_other_readers_cut_or_refuse_is_read_whole_and_warned_about(
    tmp_path: Path, value: str, mark: str
) -> None:
    skill = check(tmp_path, skill_text("sorter", value))
    assert skill.usable
    assert skill.description == value
    (problem,) = skill.problems
    assert (problem.level, problem.line) == ("warning", 3)
    assert f'"{mark}" without quotes' in problem.message


@pytest.mark.parametrize(
    "value",
    ["'Use when: asked'", '"sorts x --- y #1"', "sorts x-y, a:b, c#d", "URL https://example.org/a", "a - b"],
)
def test_quoted_and_harmless_values_are_not_warned_about(tmp_path: Path, value: str) -> None:
    assert check(tmp_path, skill_text("sorter", value)).problems == ()


@pytest.mark.parametrize(
    ("name", "folder", "wrong"),
    [
        ("Sorter", "Sorter", "only lowercase"),
        ("sort_er", "sort_er", "only lowercase"),
        ("-sorter", "-sorter", "hyphens"),
        ("sorter-", "sorter-", "hyphens"),
        ("sort--er", "sort--er", "hyphens"),
        ("s" * 65, "s" * 65, "65 characters"),
        ("other", "sorter", "not the name of its folder"),
        ("", "sorter", "missing"),
        ("[a, b]", "sorter", "missing or not text"),
    ],
)
def test_bad_names_are_errors_on_their_line(tmp_path: Path, name: str, folder: str, wrong: str) -> None:
    skill = check(tmp_path, skill_text(name), folder)
    assert not skill.usable
    assert any(wrong in p.message and p.line == 2 for p in skill.problems), said(skill)


@pytest.mark.parametrize("name", ["s" * 64, "pdf-2", "排序", "sortierer-für-alles"])
def test_good_names_pass(tmp_path: Path, name: str) -> None:
    assert check(tmp_path, skill_text(name), name).usable


@pytest.mark.parametrize(("length", "usable"), [(1024, True), (1025, False)])
def test_description_length_is_limited(tmp_path: Path, length: int, *, usable: bool) -> None:
    skill = check(tmp_path, skill_text("sorter", "d" * length))
    assert skill.usable is usable
    assert usable or "1,025 characters" in said(skill)


def test_missing_description_is_an_error(tmp_path: Path) -> None:
    skill = check(tmp_path, "---\nname: sorter\n---\n\nbody\n")
    assert "description" in said(skill)
    assert not skill.usable


@pytest.mark.parametrize(
    "text",
    [
        "# Sorter\n",
        "",
        "---\nname: sorter\ndescription: never closed\n\n# Sorter\n",
        "\n---\nname: sorter\n---\n",
    ],
    ids=["none", "empty", "never closed", "not at the top"],
)
def test_frontmatter_that_is_none_is_an_error(tmp_path: Path, text: str) -> None:
    skill = check(tmp_path, text)
    assert not skill.usable
    assert "frontmatter" in said(skill)


def test_byte_order_mark_is_a_warning_and_the_skill_is_read(tmp_path: Path) -> None:
    skill = check(tmp_path, b"\xef\xbb\xbf" + skill_text("sorter").encode())
    assert skill.usable
    assert skill.name == "sorter"
    assert "byte order mark" in said(skill)


def test_bytes_that_are_not_utf8_are_an_error_with_a_line(tmp_path: Path) -> None:
    skill = check(tmp_path, skill_text("sorter").encode() + b"caf\xe9\n")
    assert not skill.usable
    assert any(p.level == "error" and p.line == 7 for p in skill.problems), said(skill)


def test_crlf_is_fine(tmp_path: Path) -> None:
    assert check(tmp_path, skill_text("sorter").replace("\n", "\r\n").encode()).problems == ()


def test_unknown_keys_are_only_mentioned(tmp_path: Path) -> None:
    text = "---\nname: sorter\ndescription: Sorts.\nwhen_to_use: now\npaths: [a, b]\n---\nbody\n"
    skill = check(tmp_path, text)
    assert skill.usable
    assert [p.level for p in skill.problems] == ["info", "info"]


def test_optional_fields_are_checked(tmp_path: Path) -> None:
    text = (
        "---\nname: sorter\ndescription: Sorts.\n"
        f"compatibility: {'c' * 501}\nallowed-tools:\n  - Read\nmetadata:\n  a:\n    b: c\n---\nbody\n"
    )
    skill = check(tmp_path, text)
    assert {(p.level, p.line) for p in skill.problems} == {("error", 4), ("warning", 5), ("warning", 7)}


def test_links_that_lead_nowhere_are_warnings_on_their_line(tmp_path: Path) -> None:
    body = (
        "# Do\n\n[a](references/a.md) [b](gone.md)\n![c](../other/c.png) [d](../../../x.md)\n`[e](code.md)`\n"
    )
    files = write(
        tmp_path,
        {"skills/sorter/SKILL.md": skill_text("sorter", body=body), "skills/sorter/references/a.md": "x"},
    )
    problems = read_skill(files, "sorter").problems
    assert [(p.line, p.message.split(": ")[0]) for p in problems] == [
        (8, 'link to "gone.md"'),
        (9, 'link to "../other/c.png"'),
        (9, 'link to "../../../x.md"'),
    ]
    assert "out of the workspace" in problems[2].message


@pytest.mark.parametrize(
    "target",
    [
        "https://example.com/x",
        "mailto:a@example.com",
        "#section",
        "a%20b.md",
        "a%20b.md#part",
        "<a b.md>",
        "/etc/hosts",
    ],
)
def test_links_that_are_fine_or_elsewhere_are_left_alone(tmp_path: Path, target: str) -> None:
    files = write(
        tmp_path,
        {
            "skills/sorter/SKILL.md": skill_text("sorter", body=f"[x]({target})\n"),
            "skills/sorter/a b.md": "x",
        },
    )
    assert read_skill(files, "sorter").problems == ()


def test_folder_without_a_skill_file_is_reported(tmp_path: Path) -> None:
    files = write(
        tmp_path,
        {
            "skills/empty/notes.md": "x",
            "skills/misnamed/skill.md": skill_text("misnamed"),
            "skills/.x/SKILL.md": "",
        },
    )
    empty, misnamed = read_skills(files)
    assert "no SKILL.md" in said(empty)
    assert not empty.usable
    assert 'called "skill.md"' in said(misnamed)
    assert misnamed.name == "misnamed"


def test_skill_behind_a_link_out_of_the_workspace_is_refused_not_read(tmp_path: Path) -> None:
    outside = tmp_path / "outside" / "spy"
    outside.mkdir(parents=True)
    (outside / "SKILL.md").write_text(skill_text("spy"), encoding="utf-8")
    root = tmp_path / "workspace"
    (root / "skills").mkdir(parents=True)
    (root / "skills" / "spy").symlink_to(outside)
    (spy,) = read_skills(Files(root))
    assert not spy.usable
    assert spy.description == ""


def test_huge_skill_file_is_not_read(tmp_path: Path) -> None:
    skill = check(tmp_path, skill_text("sorter", body="x" * 2_000_000))
    assert "larger than" in said(skill)


@pytest.mark.parametrize(
    "body", ["[" * 250_000, "![" * 120_000, "[x](y.md)\n" * 24_000, "> " * 120_000, "[" * 39_000]
)
def test_hostile_instructions_are_checked_within_bounds(tmp_path: Path, body: str) -> None:
    started = time.perf_counter()
    check(tmp_path, skill_text("sorter", body=body))
    assert time.perf_counter() - started < 4


def test_workspace_without_skills_has_none(tmp_path: Path) -> None:
    assert read_skills(Files(tmp_path)) == []
