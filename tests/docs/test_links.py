"""Every link between pages leads somewhere, and every page can be reached from the README."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import REPOSITORY, Found, headings, links, pages


def fault_of(found: Found) -> str:
    """Why a link leads nowhere, or an empty text. Links into the web are not followed."""
    target, _, fragment = found.text.partition("#")
    if "://" in target or target.startswith("mailto:"):
        return ""
    path = (found.page.parent / target).resolve() if target else found.page
    if not path.exists():
        return f"{found}: no such file"
    if fragment and fragment not in headings(path):
        return f"{found}: no such heading"
    return ""


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    assert [fault for fault in map(fault_of, links(page)) if fault] == []


def test_dead_links_are_caught(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# One thing\n\n[a](none.md) [b](#one-thing) [c](#two) `[d](none.md)` [e](https://x.org)\n",
        encoding="utf-8",
    )
    faults = [fault_of(found) for found in links(page)]
    assert [fault.rsplit(": ", 1)[-1] for fault in faults if fault] == ["no such file", "no such heading"]


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [REPOSITORY / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        for found in links(page):
            target = (page.parent / found.text.partition("#")[0]).resolve()
            if target.is_dir():
                waiting += sorted(target.glob("*.md"))
            elif target.suffix == ".md":
                waiting.append(target)
    assert [str(page) for page in sorted((REPOSITORY / "docs").rglob("*.md")) if page not in reached] == []
