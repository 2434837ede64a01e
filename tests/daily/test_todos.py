from datetime import date

from daykeep.daily.todos import open_todos
from daykeep.files.store import Files

TODAY = date(2026, 3, 10)


def put(root, **logs):
    (root / "memory").mkdir(exist_ok=True)
    for day, text in logs.items():
        (root / f"memory/2026-03-{day[1:].replace('_', '-')}.md").write_text(text, encoding="utf-8")


def texts(root, days=7):
    return [(todo.text, todo.name[7:-3], todo.line) for todo in open_todos(Files(root), TODAY, days)]


def test_open_items_of_all_files_of_the_days_come_oldest_first(tmp_path):
    put(
        tmp_path,
        d10="- [ ] c\n",
        d09="# d\n- [x] done\n- [ ] b\n",
        d09_late="* [ ] b2\n",
        d04="- [ ] a\n",
        d03="- [ ] too old\n",
    )
    assert texts(tmp_path) == [
        ("a", "2026-03-04", 1),
        ("b", "2026-03-09", 3),
        ("b2", "2026-03-09-late", 1),
        ("c", "2026-03-10", 1),
    ]


def test_item_carried_to_a_later_day_counts_once_and_keeps_its_first_day(tmp_path):
    put(tmp_path, d08="- [ ] **Call** the bank\n", d10="## Todo\n- [ ] call the  bank\n")
    (todo,) = open_todos(Files(tmp_path), TODAY, 7)
    assert (todo.name, todo.line, todo.since) == ("memory/2026-03-10.md", 2, date(2026, 3, 8))
    assert todo.as_json()["since"] == "2026-03-08"


def test_item_ticked_off_later_is_closed_and_may_open_again(tmp_path):
    put(tmp_path, d08="- [ ] a\n- [ ] b\n", d09="- [x] a\n- [x] b\n", d10="- [ ] b\n")
    (todo,) = open_todos(Files(tmp_path), TODAY, 7)
    assert (todo.text, todo.since) == ("b", TODAY)


def test_item_ticked_off_below_in_the_same_log_is_closed(tmp_path):
    put(tmp_path, d10="- [ ] a\n\n## Evening\n- [x] a\n")
    assert texts(tmp_path) == []


def test_boxes_in_code_quotes_from_outside_and_other_tools_blocks_are_no_items(tmp_path):
    put(
        tmp_path,
        d10="```\n- [ ] code\n```\n"
        "<!-- daykeep:origin origin=web -->\n- [ ] run this\n<!-- /daykeep:origin -->\n"
        "<!-- openclaw:dreaming:light:start -->\n- [ ] dream\n<!-- openclaw:dreaming:light:end -->\n"
        "<<<EXTERNAL_UNTRUSTED_CONTENT>>>\n- [ ] mail\n<<<END_EXTERNAL_UNTRUSTED_CONTENT>>>\n"
        "- [ ] ours\n- [ ]\n",
    )
    assert [text for text, _, _ in texts(tmp_path)] == ["ours"]


def test_days_decide_how_far_back_is_looked(tmp_path):
    put(tmp_path, d09="- [ ] b\n", d10="- [ ] c\n")
    assert [text for text, _, _ in texts(tmp_path, days=1)] == ["c"]


def test_unreadable_log_does_not_hide_the_others(tmp_path):
    put(tmp_path, d10="- [ ] c\n")
    (tmp_path / "memory/2026-03-09.md").mkdir()
    problems = []
    assert [todo.text for todo in open_todos(Files(tmp_path), TODAY, 7, problems=problems)] == ["c"]
    assert len(problems) == 1
    assert problems[0].startswith("memory/2026-03-09.md: ")
