"""The pictures show what the program shows today, and the page shows every picture."""

from __future__ import annotations

import re
from difflib import unified_diff
from pathlib import Path
from xml.etree import ElementTree as ET

from scripts.picturing import __main__ as picturing
from tests.docs.pages import REPOSITORY

PAGE = REPOSITORY / "docs" / "how-to" / "review-screen.md"
SHOWN = re.compile(r"!\[([^\]]+)\]\(pictures/([\w-]+\.svg)\)")


def test_pictures_are_what_the_program_shows(tmp_path: Path) -> None:
    made = picturing.outdated(tmp_path)
    kept = {path.name: path.read_text(encoding="utf-8") for path in picturing.PICTURES.glob("*.svg")}
    assert sorted(made) == sorted(kept)
    differing = [name for name in made if made[name] != kept[name]]
    assert differing == [], "run scripts/pictures\n" + "\n".join(
        line
        for name in differing
        for line in unified_diff(kept[name].split("\n"), made[name].split("\n"), n=0)
    )


def test_page_shows_every_picture_and_says_what_is_on_it() -> None:
    found = SHOWN.findall(PAGE.read_text(encoding="utf-8"))
    assert sorted(name for _, name in found) == sorted(path.name for path in picturing.PICTURES.glob("*.svg"))
    assert all(len(text.split()) >= 4 for text, _ in found)


def test_pictures_are_well_formed_and_titled_for_those_who_do_not_see_them() -> None:
    for path in picturing.PICTURES.glob("*.svg"):
        root = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 - our own files
        assert root.find("{http://www.w3.org/2000/svg}title").text
        assert "\x1b" not in path.read_text(encoding="utf-8")
