"""Items land under the file's own topics and in its own style."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.files.encoding import decode
from daykeep.memory.placing.place import Block, apply_placement, plan_placement
from daykeep.memory.sources import hash_line

DAY = date(2026, 3, 10)


def place(text, *blocks, language="en"):
    document = decode(text.encode(), "MEMORY.md")
    return apply_placement(document, plan_placement(document, blocks, language=language)).data.decode()


def block(kind, title, *lines, day=DAY):
    return Block(kind, title, day, tuple(lines))


HOMES = """# MEMORY.md

## Lessons

## Problems and fixes

## Decisions

## Preferences

## Facts
"""


@pytest.mark.parametrize(
    ("kind", "heading"),
    [
        ("lesson", "Lessons"),
        ("problem_fix", "Problems and fixes"),
        ("decision", "Decisions"),
        ("preference", "Preferences"),
        ("fact", "Facts"),
    ],
)
def test_every_kind_goes_to_its_heading_in_a_new_workspace(kind, heading):
    after = place(HOMES, block(kind, "Notes", "- something to keep"))
    section = after.split(f"## {heading}\n")[1].split("\n## ")[0]
    assert "- something to keep" in section
    assert after.count("something to keep") == 1


@pytest.mark.parametrize(
    ("kind", "heading"),
    [
        ("lesson", "Lições aprendidas"),
        ("lesson", "Важные уроки"),
        ("lesson", "踩坑记录"),
        ("lesson", "Wichtige Erkenntnisse"),
        ("lesson", "学び"),
        ("lesson", "💡 Key Learnings"),
        ("problem_fix", "问题与修复"),
        ("problem_fix", "Known Issues"),
        ("problem_fix", "Fehler & Lösungen"),
        ("decision", "Entscheidungen"),
        ("decision", "决策"),
        ("decision", "Decisiones"),
        ("preference", "User Preferences"),
        ("preference", "用户偏好"),
        ("preference", "Préférences"),
        ("fact", "环境信息"),
        ("fact", "Environment & setup"),
        ("fact", "Факты"),
    ],
)
def test_headings_of_kinds_are_known_in_many_languages(kind, heading):
    text = f"# M\n\n## People\n- Ann\n\n## {heading}\n\n## Zz\n"
    after = place(text, block(kind, "", "- something to keep"))
    assert "- something to keep" in after.split(f"## {heading}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("heading", ["Machine Learning", "技术栈", "Fixtures", "Facts about Ann's cat"])
def test_word_in_passing_makes_no_home_for_lessons(heading):
    after = place(f"# M\n\n## {heading}\n- x\n", block("lesson", "Timeouts", "- Set a limit"))
    assert after.endswith("\n## Lessons\n\n### Timeouts (2026-03-10)\n- Set a limit\n")


SERVERS = """# MEMORY.md

## Servers
- nas: 192.168.1.5, runs docker
- web1: nginx, behind Cloudflare

## Garden
- tomatoes on the south side

## Lessons
- a
"""


def test_topic_of_the_file_goes_before_the_kind():
    after = place(SERVERS, block("lesson", "Garden", "- water the tomatoes in the evening"))
    assert "- tomatoes on the south side\n- water the tomatoes in the evening\n\n## Lessons" in after


def test_topic_is_known_by_the_lines_below_it_too():
    after = place(SERVERS, block("fact", "", "- docker on the nas is rootless"))
    assert "- web1: nginx, behind Cloudflare\n- docker on the nas is rootless\n\n## Garden" in after


def test_topic_in_chinese_is_known():
    text = "# 记忆\n\n## 家庭网络\n- 路由器在客厅\n\n## 菜园\n- 番茄\n\n## 教训\n"
    after = place(text, block("fact", "家庭网络", "- 路由器的密码在抽屉里"), language="zh")
    assert "- 路由器在客厅\n- 路由器的密码在抽屉里\n\n## 菜园" in after


def test_topic_that_is_named_in_passing_is_none():
    text = "# M\n\n## People\n- The school answers mail before noon\n\n## Decisions\n"
    line = (
        "- The family collection is the only calendar that anybody writes to; phones subscribe, the school feed is "
        "merged every hour, because two people moving one event in two places lost the dentist twice this term"
    )
    after = place(text, block("decision", "Calendar", line))
    assert line.removeprefix("- ") in after.split("## Decisions\n")[1]


def test_two_topics_that_fit_alike_are_no_winner():
    text = "# M\n\n## nginx\n- web server\n\n## docker\n- containers\n\n## Lessons\n"
    after = place(text, block("lesson", "Both", "- nginx and docker restart together"))
    assert "- nginx and docker restart together" in after.split("## Lessons\n")[1]


@pytest.mark.parametrize("heading", ["TODO nginx", "nginx status", "nginx (2026-03-01)"])
def test_plans_and_days_are_no_topics(heading):
    text = f"# M\n\n## {heading}\n- reload nginx after a change\n\n## Lessons\n"
    after = place(text, block("lesson", "", "- reload nginx after a change of limits"))
    assert after.endswith("- reload nginx after a change of limits\n")


def test_block_that_another_tool_keeps_is_no_topic():
    text = (
        "# M\n\n## nginx\n<!-- openclaw:dreaming:light:start -->\n- nginx limits\n"
        "<!-- openclaw:dreaming:light:end -->\n\n## Lessons\n"
    )
    after = place(text, block("lesson", "nginx", "- nginx limits matter"))
    assert "- nginx limits matter" in after.split("## Lessons\n")[1]


def test_list_gets_items_and_no_heading():
    text = "## Lessons\n- first one\n- second one\n\n## People\n"
    assert place(text, block("lesson", "Lessons", "- third one")) == (
        "## Lessons\n- first one\n- second one\n- third one\n\n## People\n"
    )


@pytest.mark.parametrize("mark", ["*", "+", "•"])
def test_list_keeps_its_mark(mark):
    text = f"## Decisions\n{mark} one\n{mark} two\n"
    after = place(text, block("decision", "", "- three", "  and more", "```", "- code", "```"))
    assert after == f"{text}{mark} three\n  and more\n```\n- code\n```\n"


def test_numbered_list_goes_on():
    assert place("## Facts\n1. one\n2. two\n\nAfter.\n", block("fact", "", "- three", "- four")) == (
        "## Facts\n1. one\n2. two\n3. three\n4. four\n\nAfter.\n"
    )


def test_loose_list_stays_loose():
    assert place("## Facts\n- one\n\n- two\n\n- three\n", block("fact", "", "- four")) == (
        "## Facts\n- one\n\n- two\n\n- three\n\n- four\n"
    )


def test_item_goes_below_the_last_item_with_what_is_nested_in_it():
    text = "## Facts\n- one\n- two\n  - nested\n\n  more of two\n\nA closing word.\n"
    assert place(text, block("fact", "", "- three")) == (
        "## Facts\n- one\n- two\n  - nested\n\n  more of two\n- three\n\nA closing word.\n"
    )


@pytest.mark.parametrize(
    ("first", "second", "head"),
    [
        ("- 2026-02-01: a", "- 2026-02-03: b", "- 2026-03-10: **Caching**"),
        ("- [2026-02-01] a", "- [2026-02-03] b", "- [2026-03-10] **Caching**"),
        ("- **2026-02-01** — a", "- **2026-02-03** — b", "- **2026-03-10** — **Caching**"),
        ("- a (2026-02-01)", "- b (2026-02-03)", "- **Caching** (2026-03-10)"),
        ("- 2026/2/1 a", "- 2026/2/3 b", "- 2026/3/10 **Caching**"),
        ("- 01.02.2026: a", "- 03.02.2026: b", "- 10.03.2026: **Caching**"),
    ],
)
def test_list_with_dates_gets_them_as_it_writes_them(first, second, head):
    after = place(f"## Lessons\n{first}\n{second}\n", block("lesson", "Caching", "- Purge after a deploy"))
    assert after == f"## Lessons\n{first}\n{second}\n{head}\n  - Purge after a deploy\n"


def test_list_that_keeps_newest_first_gets_them_there():
    text = "## Lessons\n- 2026-02-03: b\n- 2026-02-01: a\n"
    after = place(
        text, block("lesson", "Caching", "- Purge"), block("lesson", "Locks", "- Wait", day=date(2026, 3, 11))
    )
    assert after == (
        "## Lessons\n- 2026-03-11: **Locks**\n  - Wait\n- 2026-03-10: **Caching**\n  - Purge\n"
        "- 2026-02-03: b\n- 2026-02-01: a\n"
    )


def test_title_that_tells_nothing_new_is_left_out_of_a_list():
    text = "## Lessons\n- one\n- two\n"
    after = place(text, block("lesson", "Purge the cache", "- Purge the cache after a deploy"))
    assert after == text + "- Purge the cache after a deploy\n"


def test_title_that_tells_more_holds_the_lines():
    text = "## Lessons\n- one\n- two\n"
    assert place(text, block("lesson", "Docker on the NAS", "- needs privileged mode")) == (
        text + "- **Docker on the NAS** (2026-03-10)\n  - needs privileged mode\n"
    )


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("### 2026年3月1日 甲", "### 2026年3月10日 超时"),
        ("### 甲 (2026/3/1)", "### 超时 (2026/3/10)"),
        ("### Mar 1, 2026 — A", "### Mar 10, 2026 — 超时"),
        ("### 01.03.2026: A", "### 10.03.2026: 超时"),
    ],
)
def test_heading_dates_are_written_in_the_form_of_the_section(heading, expected):
    after = place(f"## Lessons\n\n{heading}\n- a\n", block("lesson", "超时", "- 设上限"))
    assert expected in after.splitlines()


def test_section_by_days_gets_the_day_alone_and_joins_it():
    text = "## Lessons\n\n### 2026-03-01\n- a\n\n### 2026-03-05\n- b\n"
    once = place(text, block("lesson", "", "- c"))
    assert once == text + "\n### 2026-03-10\n- c\n"
    assert place(once, block("lesson", "", "- d")) == once + "- d\n"


def test_title_with_its_day_is_not_dated_twice():
    after = place("## Lessons\n", block("lesson", "2026-03-10 — deploy", "- Purge"))
    assert "### 2026-03-10 — deploy\n- Purge\n" in after


def test_section_without_blank_lines_between_headings_stays_so():
    text = "## Lessons\n### A (2026-03-01)\n- a\n### B (2026-03-02)\n- b\n"
    assert place(text, block("lesson", "C", "- c")) == text + "### C (2026-03-10)\n- c\n"


BY_DAYS = "# Log\n\n## 2026-03-12\n\n- z\n\n## 2026-03-09\n\n- y\n\n## 2026-03-01\n\n- x\n"


def test_file_by_days_newest_first_gets_a_day_at_its_place():
    after = place(BY_DAYS, block("lesson", "", "- c"))
    assert after == BY_DAYS.replace("## 2026-03-09", "## 2026-03-10\n\n- c\n\n## 2026-03-09")


def test_file_by_days_joins_a_day_that_is_there():
    after = place(BY_DAYS, block("fact", "", "- c", day=date(2026, 3, 9)))
    assert after == BY_DAYS.replace("- y\n", "- y\n- c\n")


def test_file_by_days_newest_last_gets_a_day_at_its_end():
    text = "# Log\n\n## 2026-03-01\n- x\n\n## 2026-03-02\n- y\n\n## 2026-03-03\n- z\n"
    assert place(text, block("fact", "", "- c")) == text + "\n## 2026-03-10\n- c\n"


def test_new_headings_come_in_the_order_and_the_language_of_the_file():
    text = "# 我的记忆\n\n这里记下以后每天都用得上的事情，别的内容都不放在这里，谢谢。也不要写状态和计划，那些留在日志里面就好。\n"
    after = place(
        text, block("fact", "", "- 端口是八千"), block("decision", "", "- 用 Postgres"), language="en"
    )
    assert after == text + "\n## 决定\n\n- 用 Postgres\n\n## 事实\n\n- 端口是八千\n"


TEXTS = st.lists(
    st.sampled_from(
        [
            "# Memory",
            "## Lessons",
            "## Decisions",
            "## 偏好",
            "## nginx",
            "### A (2026-03-01)",
            "### 2026-03-02",
            "## 2026-03-05",
            "- nginx reload",
            "* other",
            "1. one",
            "  more",
            "",
            "text",
            "```",
            "<!-- openclaw:dreaming:light:start -->",
            "- 2026-02-01: a",
            "| a | b |",
            "Title\n=====",
            "---",
        ]
    ),
    max_size=25,
)
BLOCKS = st.lists(
    st.builds(
        block,
        st.sampled_from(["lesson", "problem_fix", "decision", "preference", "fact"]),
        st.sampled_from(["", "nginx", "Docker on the NAS", "2026-03-10"]),
        st.sampled_from(["- new one", "- nginx new two"]),
        st.sampled_from(["  new three", "- new four"]),
        day=st.sampled_from([DAY, date(2026, 3, 5)]),
    ),
    min_size=1,
    max_size=4,
)


@given(TEXTS, BLOCKS, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())
def test_every_other_byte_stays_and_every_line_can_be_found_by_its_hash(lines, blocks, newline, final, bom):
    text = newline.join(lines) + (newline if final else "")
    data = (b"\xef\xbb\xbf" if bom else b"") + text.encode()
    document = decode(data, "MEMORY.md")
    result = apply_placement(document, plan_placement(document, blocks, language="en"))
    left = iter(result.data)
    assert all(byte in left for byte in document.data)
    if bom:
        assert result.data.startswith(b"\xef\xbb\xbf")
    found = {hash_line(line) for line in result.texts}
    assert {hash_line(line) for each in blocks for line in each.lines} <= found
    old = iter(result.texts)
    if final or not lines:
        assert all(line in old for line in document.texts)


DREAM = (
    "<!-- openclaw:dreaming:light:start -->\n- dream one\n- dream two\n<!-- openclaw:dreaming:light:end -->\n"
)


@pytest.mark.parametrize("kind", ["lesson", "fact"])
def test_nothing_is_put_inside_a_block_that_another_tool_keeps(kind):
    text = f"# M\n\n## Lessons\n{DREAM}\n## Facts\n{DREAM}"
    after = place(text, block(kind, "", "- something new"))
    assert after.count(DREAM) == 2
    assert "- something new" in after


def test_list_above_and_below_another_tools_block_goes_on_below():
    text = f"## Facts\n- one\n{DREAM}- two\n"
    assert place(text, block("fact", "", "- three")) == text + "- three\n"


def test_topic_with_code_is_a_topic():
    text = "# M\n\n## nginx\n- reload:\n```\nnginx -s reload\n```\n\n## Lessons\n"
    after = place(text, block("fact", "nginx", "- nginx logs to the journal"))
    assert "```\n- nginx logs to the journal\n\n## Lessons" in after


@given(
    st.lists(
        st.sampled_from(["## Lessons", "## Facts", "- a", "", DREAM.rstrip(), "```\n- code\n```", "words"])
    )
)
def test_foreign_blocks_stay_whole(lines):
    text = "\n".join([*lines, ""])
    after = place(
        text,
        block("lesson", "T", "- new one"),
        block("fact", "", "- new two"),
        block("lesson", "dream", "- dream"),
    )
    assert after.count(DREAM) == text.count(DREAM)
    assert after.count("```\n- code\n```\n") == text.count("```\n- code\n```\n")
