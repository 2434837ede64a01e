from datetime import date

import pytest

from daykeep.distill.logs.masking import clean, secret_lines
from daykeep.distill.logs.reading import PROFILES, Task, read_log
from daykeep.distill.outcomes import Extraction
from daykeep.files.store import Files
from daykeep.memory.items import Item, ItemLine

NAME = "memory/2026-03-10.md"
DAY = date(2026, 3, 10)
PASSWORD = "hunter" + "2Xy9"
KEY = "9f8a7b6c5d4e3f2a" + "1b0c9d8e7f6a5b4c"
LOGS = (
    f"## Lesson\n- **API key**\n  - `{KEY}`\n- Keep it in the vault, never in a log.\n",
    f"## Lesson\n- **Password**\n  - Never share it, because it is {PASSWORD}\n",
    f"## Lesson\nNever store the password in\nthe clear: it is\n{PASSWORD}\n",
    f"## Lesson\n| What | Rule |\n|---|---|\n| Login | Set PASSWORD to {PASSWORD} in the env |\n",
    f"## Lesson\n- 密码\n  - 不要外传，因为它是 {PASSWORD}\n",
)


def item(*texts, title="A lesson"):
    lines = tuple(ItemLine(number, text, text) for number, text in enumerate(texts, start=2))
    return Item("lesson", title, DAY, NAME, lines, "self", 1.0, "full")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("log", LOGS)
def test_secret_told_by_a_line_above_is_in_no_item(tmp_path, log, profile):
    (tmp_path / "memory").mkdir()
    (tmp_path / NAME).write_text(log)
    reading = read_log(Files(tmp_path), Task(NAME, DAY, len(log), None), profile)
    kept = "\n".join(text for found in reading.found.items for text in (found.title, *found.texts))
    said = "\n".join(omission.reason for omission in reading.found.omissions)
    assert PASSWORD not in kept + said
    assert KEY not in kept + said
    assert not reading.clean


def test_value_told_by_a_line_that_the_item_lacks_is_masked_and_named():
    log = f"- **Password**\n- it is {PASSWORD} for everybody\n"
    found = clean(Extraction([item(f"- it is {PASSWORD} for everybody")], []), secret_lines(log))
    (text,) = found.items[0].texts
    assert text.startswith("- it is [secret:password:")
    assert text.endswith("] for everybody")
    assert [omission.reason for omission in found.omissions] == ["a secret (password) was masked"]


def test_value_told_only_by_the_lines_that_an_item_joins_is_masked():
    log = f"- **Password**\n\nmore\n\n\n\n- it is {PASSWORD}\n"
    assert secret_lines(log).is_empty
    found = clean(Extraction([item("- **Password**", f"- it is {PASSWORD}")], []), secret_lines(log))
    assert found.items[0].texts[0] == "- **Password**"
    assert found.items[0].texts[1].startswith("- it is [secret:password:")


def test_value_in_a_title_is_masked_where_the_log_tells_it():
    log = f"- **Password**\n- it is {PASSWORD}\n"
    found = clean(Extraction([item("- keep it", title=f"Why {PASSWORD}")], []), secret_lines(log))
    assert found.items[0].title.startswith("Why [secret:password:")


def test_short_value_is_not_looked_for_inside_masks_and_titles():
    log = "- PIN password: 4711\n"
    found = clean(Extraction([item("- keep it", title="Ticket 4711")], []), secret_lines(log))
    assert found.items[0].title == "Ticket 4711"


def test_text_without_a_secret_is_as_it_was():
    one = item("- the password is kept in the vault", "- and nowhere else")
    found = clean(
        Extraction([one], []), secret_lines("- the password is kept in the vault\n- and nowhere else")
    )
    assert found == Extraction([one], [])
