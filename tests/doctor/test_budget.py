"""Forecasting which lines runtimes will cut."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.doctor.budget import Cut, check_budgets, forecast_middle, forecast_tail
from daykeep.files.encoding import decode
from tests.doctor.examining import ids, subject


def test_memory_over_its_budget_names_the_lines_that_go(tmp_path: Path) -> None:
    text = "".join(f"- line {n:03} of what was learned, with words to fill it up\n" for n in range(1, 301))
    found = ids(check_budgets(subject(tmp_path, {"MEMORY.md": text, "SOUL.md": "x\n"})))
    finding = found["budget:MEMORY.md:12000"]
    size = len(text) // 300
    first, last = 9_000 // size + 1, 300 - 3_000 // size
    assert finding.message == f"MEMORY.md will lose lines {first}–{last} at 12,000 characters"
    assert (finding.level, finding.line, finding.fixable) == ("warning", first, False)
    assert found["budget-lines:MEMORY.md"].message.startswith("MEMORY.md will lose lines 201–300")


def test_file_exactly_at_its_budget_loses_nothing() -> None:
    assert forecast_middle(decode(b"a" * 99 + b"\n"), 100) is None
    assert forecast_middle(decode(b"a" * 100 + b"\n"), 100) == Cut(1, 1)


def test_line_ends_count_as_they_stand() -> None:
    assert forecast_middle(decode(b"a\n" * 50), 100) is None
    assert forecast_middle(decode(b"a\r\n" * 50), 100) is not None


def test_budget_counts_characters_not_bytes() -> None:
    assert forecast_middle(decode("长".encode() * 100), 100) is None


@given(st.lists(st.text(alphabet="ab长", max_size=30), max_size=40), st.integers(1, 300))
def test_what_is_outside_the_cut_fits_the_budget(lines: list[str], budget: int) -> None:
    document = decode("".join(line + "\n" for line in lines).encode())
    cut = forecast_middle(document, budget)
    whole = sum(len(line) + 1 for line in lines)
    if cut is None:
        assert whole <= budget
        return
    assert whole > budget
    assert 1 <= cut.first <= cut.last <= len(lines)
    kept = [line for number, line in enumerate(lines, 1) if not cut.first <= number <= cut.last]
    assert sum(len(line) + 1 for line in kept) <= budget


def test_tail_forecast_leaves_out_frontmatter_and_comments() -> None:
    text = "---\na: b\n---\n<!--\nnote\n-->\n" + "line\n" * 5
    assert forecast_tail(decode(text.encode()), lines=5, size_bytes=1000) is None
    assert forecast_tail(decode(text.encode()), lines=4, size_bytes=1000) == Cut(11, 11)


def test_tail_forecast_stops_at_bytes_too() -> None:
    assert forecast_tail(decode(b"12345678\n" * 10), lines=200, size_bytes=45) == Cut(6, 10)


def test_users_file_has_a_fixed_budget_in_the_current_era_only(tmp_path: Path) -> None:
    user = "word " * 900
    current = subject(tmp_path / "a", {"AGENTS.md": "## Tools\n", "USER.md": user})
    classic = subject(tmp_path / "b", {"AGENTS.md": "x\n", "TOOLS.md": "x\n", "USER.md": user})
    assert "budget:USER.md:4000" in ids(check_budgets(current))
    assert ids(check_budgets(classic)) == {}


@pytest.mark.parametrize(
    ("size", "levels"), [(9_000, []), (11_000, ["info"]), (15_000, ["info"]), (25_000, ["warning", "info"])]
)
def test_layer_files_are_warned_about_by_era_of_the_runtime(
    tmp_path: Path, size: int, levels: list[str]
) -> None:
    text = ("x" * 99 + "\n") * (size // 100)
    found = ids(check_budgets(subject(tmp_path, {"AGENTS.md": text, "TOOLS.md": "x\n"})))
    assert [finding.level for finding in found.values()] == levels


def test_total_over_sixty_thousand_is_said(tmp_path: Path) -> None:
    big = ("x" * 99 + "\n") * 190
    names = ("SOUL.md", "USER.md", "AGENTS.md", "TOOLS.md")
    assert "budget:total" in ids(check_budgets(subject(tmp_path, dict.fromkeys(names, big))))


def test_single_huge_line_is_forecast_quickly(tmp_path: Path) -> None:
    found = ids(check_budgets(subject(tmp_path, {"MEMORY.md": "x" * 20_000_000})))
    assert found["budget:MEMORY.md:12000"].line == 1


def test_two_names_of_one_memory_file_are_counted_once(tmp_path):
    """As on a disk that ignores case: both names lead to the same file."""
    made = subject(tmp_path, {"MEMORY.md": "- x\n" * 4000})
    (tmp_path / "memory.md").hardlink_to(tmp_path / "MEMORY.md")
    made = subject(tmp_path)
    once = ids(check_budgets(made))
    assert {finding.name for finding in once.values() if finding.name.lower() == "memory.md"} == {"MEMORY.md"}
    assert made.layout.memory == "MEMORY.md"


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ('{agents: {defaults: {workspace: "HERE", bootstrapMaxChars: 5000}}}', {"budget:AGENTS.md:5000"}),
        (
            '{agents: {defaults: {workspace: "HERE", bootstrapMaxChars: 9000, bootstrapTotalMaxChars: 6000}}}',
            {"budget:total"},
        ),
        ('{agents: {defaults: {workspace: "HERE", bootstrapMaxChars: 100000}}}', set()),
        ('{agents: {defaults: {workspace: "/elsewhere", bootstrapMaxChars: 5000}}}', set()),
        (
            '{agents: {defaults: {workspace: "HERE", bootstrapMaxChars: "many", bootstrapTotalMaxChars: true}}}',
            set(),
        ),
        ('{agents: {defaults: {workspace: "HERE", bootstrapMaxChars: 0}}}', set()),
        ("{agents", set()),
        ("[]", set()),
    ],
)
def test_what_openclaws_own_settings_say_of_the_workspace_counts(
    tmp_path: Path, settings: str, found: set[str]
) -> None:
    root, home = tmp_path / "w", tmp_path / "home"
    (home / ".openclaw").mkdir(parents=True)
    (home / ".openclaw" / "openclaw.json").write_text(settings.replace("HERE", str(root)))
    text = ("x" * 99 + "\n") * 70
    looked = subject(root, {"AGENTS.md": text, "TOOLS.md": "x\n"}, home=home)
    assert set(ids(check_budgets(looked))) == found
