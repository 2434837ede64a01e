"""The Chinese README says what the English one does: the same commands, the same pages, the same parts in the same order."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import INLINE, REPOSITORY, lines_of, links

ENGLISH, CHINESE = REPOSITORY / "README.md", REPOSITORY / "README.zh.md"


def commands(page):
    """The lines of all fences without their comments."""
    return [re.sub(r"\s+#.*", "", line) for _, line, language in lines_of(page) if language is not None]


def named(page):
    """Per part of the page what stands in backquotes, in any order: sentences are turned round in translation."""
    parts = [[]]
    for _, line, language in lines_of(page):
        if language is None:
            if line.startswith("#"):
                parts.append([])
            parts[-1] += INLINE.findall(line)
    return [sorted(part) for part in parts]


def targets(page):
    return [found.text for found in links(page) if not found.text.startswith("README")]


def shape(page):
    """Headings by level, items of lists and fences, in order."""
    marks = [re.match(r"#+ |- ", line) for _, line, language in lines_of(page) if language is None]
    return [mark[0] for mark in marks if mark]


@pytest.mark.parametrize("look", [commands, named, targets, shape], ids=lambda look: look.__name__)
def test_both_readmes_have_the_same(look):
    assert look(ENGLISH)
    assert look(CHINESE) == look(ENGLISH)


def test_each_readme_leads_to_the_other():
    assert "README.zh.md" in [found.text for found in links(ENGLISH)]
    assert "README.md" in [found.text for found in links(CHINESE)]


def test_chinese_readme_is_chinese():
    prose = "".join(line for _, line, language in lines_of(CHINESE) if language is None)
    letters = re.sub(r"`[^`]*`|\([^)]*\)|[A-Z]+\.md", "", prose)
    assert sum("\u4e00" <= letter <= "\u9fff" for letter in letters) > sum(
        letter.isascii() and letter.isalpha() for letter in letters
    )
