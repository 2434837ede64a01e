from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from daykeep.daily.entry import Entry, render_entry
from daykeep.files.store import Tail
from daykeep.text.regions import find_regions

AT = datetime(2026, 3, 10, 14, 5, tzinfo=ZoneInfo("Asia/Shanghai"))


def added(log: str, *, language="en", **fields) -> str:
    """What an entry adds to a log."""
    data = log.encode()
    entry = Entry(**{"kind": "note", "at": AT, **fields})
    tail = Tail(len(data), data[:65_536], data[-65_536:])
    return render_entry(entry, tail, language=language).data.decode()


def after(log: str, *entries, language="en") -> str:
    for fields in entries:
        log += added(log, language=language, **fields)
    return log


def test_new_log_begins_with_its_day_and_keeps_one_line_entries_as_a_list():
    log = after("", {"text": "read the report"}, {"kind": "done", "text": "deployed", "tags": ("ops", "v2")})
    assert log == "# 2026-03-10\n\n- 14:05 read the report\n- 14:05 ✅ deployed #ops #v2\n"


def test_new_chinese_log_has_a_chinese_title():
    assert after("", {"text": "看了报告"}, language="zh") == "# 2026-03-10 工作记录\n\n- 14:05 看了报告\n"


def test_lesson_gets_its_own_heading_and_the_next_entry_does_not_fall_under_it():
    log = after("", {"kind": "lesson", "title": "Cap retries", "text": "No cap, no end."}, {"text": "lunch"})
    assert log == "# 2026-03-10\n\n## 14:05 Lesson: Cap retries\nNo cap, no end.\n\n## 14:05\nlunch\n"


@pytest.mark.parametrize(
    ("kind", "heading"),
    [
        ("lesson", "教训：标题"),
        ("decision", "决定：标题"),
        ("problem", "问题：标题"),
        ("note", "标题"),
        ("done", "✅ 标题"),
    ],
)
def test_chinese_headings_carry_the_kinds_word(kind, heading):
    log = added("# 2026-03-10 工作记录\n", language="en", kind=kind, title="标题", text="正文")
    assert log == f"\n## 14:05 {heading}\n正文\n"


@pytest.mark.parametrize("kind", ["lesson", "decision", "problem"])
def test_kind_without_title_is_the_heading(kind):
    assert added("# 2026-03-10\n", kind=kind, text="because") == f"\n## 14:05 {kind.capitalize()}\nbecause\n"


def test_pair_has_labelled_lines_in_english():
    pair = {
        "kind": "problem",
        "title": "Form",
        "problem": "no match\nin two cases",
        "fix": "more words",
        "lesson": "two words",
    }
    assert added("# 2026-03-10\n", **pair) == (
        "\n## 14:05 Form\n- **Problem**: no match\n  in two cases\n- **Fix**: more words\n- **Lesson**: two words\n"
    )


def test_pair_in_chinese_has_the_colon_that_the_log_uses():
    pair = {"kind": "problem", "problem": "匹配失败", "fix": "加重试"}
    ascii_log = "# 2026-03-10 工作记录\n\n## 发布\n- **问题**: 甲\n"
    wide_log = "# 2026-03-10 工作记录\n\n## 发布\n- **问题**：甲\n"
    assert added(ascii_log, **pair) == "\n## 14:05 问题与修复\n- **问题**: 匹配失败\n- **修复**: 加重试\n"
    assert added(wide_log, **pair) == "\n## 14:05 问题与修复\n- **问题**：匹配失败\n- **修复**：加重试\n"


def test_pair_with_a_text_keeps_both():
    log = added("# d\n", kind="problem", text="It was late.", problem="p", fix="f")
    assert log == "\n## 14:05 Problem and fix\nIt was late.\n- **Problem**: p\n- **Fix**: f\n"


def test_todo_opens_a_section_and_the_next_one_joins_it():
    log = after(
        "# 2026-03-10\n", {"kind": "todo", "text": "call"}, {"kind": "todo", "title": "bank", "text": "write"}
    )
    assert log == "# 2026-03-10\n\n## Todo\n- [ ] call\n- [ ] bank: write\n"


@pytest.mark.parametrize(
    "heading", ["## 待办", "## TODO", "### Next steps", "## 📋 待办事项", "## Open items (3)"]
)
def test_todo_joins_the_last_section_if_that_is_one_of_open_items(heading):
    assert added(f"# d\n\n## A\nx\n\n{heading}\n- [ ] old\n", kind="todo", text="new") == "- [ ] new\n"


def test_todo_joins_a_bold_line_that_stands_for_a_heading():
    assert added("**Work**\nx\n\n**Todo**\n- [ ] old\n", kind="todo", text="new") == "- [ ] new\n"


def test_todo_does_not_join_a_section_that_is_not_the_last():
    log = "# d\n\n## Todo\n- [ ] old\n\n## 09:00 Work\nx\n"
    assert added(log, kind="todo", text="new") == "\n## Todo\n- [ ] new\n"


@pytest.mark.parametrize(
    "chat",
    [
        "user: hi\nassistant: hello\n",
        'Conversation info (untrusted metadata):\n{"id": 1}\nuser: hi\nassistant: hello\n',
    ],
)
@pytest.mark.parametrize("kind", ["todo", "note", "lesson"])
def test_conversation_does_not_take_in_the_entry_behind_it(chat, kind):
    log = f"# d\n\n## 09:00 Chat\n{chat}"
    lines = (log + added(log, kind=kind, text="ours")).splitlines()
    taken = {n for region in find_regions(lines) for n in range(region.first, region.last + 1)}
    assert len(lines) not in taken
    assert lines[-1].endswith("ours")


def test_todo_of_several_lines_is_one_item():
    assert (
        added("## Todo\n", kind="todo", text="a\nb\n\nc", tags=("x",)) == "- [ ] a\n  b\n\n  c\n  Tags: #x\n"
    )


@pytest.mark.parametrize(
    ("log", "entry"),
    [
        ("# 2026-03-10\r\n\r\n- [09:15] x\r\n", "- [14:05] new\r\n"),
        ("# 2026-03-10\n\n* 09:15 — x\n", "* 14:05 — new\n"),
        ("- did a\n- did b\n", "- 14:05 new\n"),
        ("# d\n\n## Log\n- 9:15 AM: x\n", "- 2:05 PM: new\n"),
        ("# d\n\n## 09:00 - A\nx\n", "\n## 14:05 - new\ny\n"),
        ("# d\n\n## [09:00] A\nx\n\n", "## [14:05] new\ny\n"),
        ("# d\n\n## A (09:00)\nx\n", "\n## new (14:05)\ny\n"),
        ("# d\n\n## 09:00 A\n\nx\n", "\n## 14:05 new\n\ny\n"),
        ("# d\n\n## Log\n\n### 09:00 A\nx\n", "\n### 14:05 new\ny\n"),
        ("# d\n\n### 09:00 A\nx\n\n## Plans\nx\n", "\n## 14:05 new\ny\n"),
        ("# d\n\n## 09:00 A\n\n### Details\nx\n", "\n## 14:05 new\n\ny\n"),
        ("**09:00 A**\nx\n\n**10:00 B**\ny\n", "\n**14:05 new**\ny\n"),
        ("# a\n\n# 09:00 A\nx\n", "\n# 14:05 new\ny\n"),
        ("# d\n\n## Work\n- did it\n", "\n## 14:05 new\ny\n"),
        ("just prose\n", "\n## 14:05 new\ny\n"),
    ],
)
def test_entry_looks_like_its_neighbours(log, entry):
    fields = {"title": "new", "text": "y"} if "#" in entry or "**" in entry else {"text": "new"}
    assert added(log, **fields) == entry


@pytest.mark.parametrize(
    "log",
    [
        "# d\n\n## Lessons\n- 09:00 x\n",
        "# d\n\n## Todo\n- [ ] x\n",
        "# d\n\nprose\n",
        "# d\n\n```\nopen\n",
        "# d\n\n## A\nx\n",
    ],
)
def test_one_line_entry_gets_a_heading_where_a_list_would_belong_to_something_else(log):
    assert added(log, text="new") == "\n## 14:05\nnew\n"


def test_text_of_several_lines_stands_as_given():
    text = "  first\n# heading\n\n\ttabbed 🦉\n- [x] ticked"
    assert added("# d\n", title="T", text=text) == f"\n## 14:05 T\n{text}\n"


def test_code_fence_left_open_is_closed():
    assert added("# d\n", text="run:\n```sh\nls") == "\n## 14:05\nrun:\n```sh\nls\n```\n"


def test_code_fence_left_open_in_a_field_is_closed_inside_it():
    assert added("# d\n", kind="problem", problem="x\n~~~~\ny", fix="z").endswith(
        "- **Problem**: x\n  ~~~~\n  y\n  ~~~~\n- **Fix**: z\n"
    )


@pytest.mark.parametrize("origin", ["tool", "web", "import", "hook"])
def test_text_from_outside_stands_in_marks(origin):
    log = added("# d\n", origin=origin, text="read this")
    assert log == f"\n<!-- daykeep:origin origin={origin} -->\n- 14:05 read this\n<!-- /daykeep:origin -->\n"


@pytest.mark.parametrize("origin", ["user", "agent"])
def test_the_logs_own_writers_are_not_marked(origin):
    assert added("# d\n", origin=origin, text="x") == "\n- 14:05 x\n"


def test_line_ends_follow_most_of_the_log():
    assert added("a\r\nb\r\nc\n", text="x\ny") == "\r\n## 14:05\r\nx\r\ny\r\n"
    assert added("a\r\nb\nc\n", text="x\ny") == "\n## 14:05\nx\ny\n"


def test_log_that_holds_only_a_byte_order_mark_gets_no_second_beginning():
    assert added("\ufeff", text="x") == "- 14:05 x\n"


def test_long_line_gets_a_heading_of_its_own():
    assert added("# d\n", text="x" * 300) == f"\n## 14:05\n{'x' * 300}\n"
