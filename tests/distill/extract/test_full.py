import random
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.distill.extract.full import explain_log, extract_full
from daykeep.distill.score.model import load_weights
from daykeep.memory.items import KINDS, memory_lines
from daykeep.session.backfill.day import ASKED, COMMITTED, OPEN
from daykeep.session.backfill.wording import LABELS
from daykeep.text.parts import DEED_LABELS

NAME, DAY = "memory/2026-03-10.md", date(2026, 3, 10)


def extract(text, **options):
    return extract_full(NAME, DAY, text.splitlines(), **options)


def taken(text, **options):
    """The numbers of all lines that were taken."""
    return [line.number for item in extract(text, **options).items for line in item.lines]


def texts(text, **options):
    return [line for item in extract(text, **options).items for line in item.texts]


PAIRS = {
    "en": (
        "## Gateway crash\n**Symptom:** the gateway died every night at 03:00\n"
        "**Root cause:** the backup job held the lock on the database\n**Fix:** run the backup with `--no-lock`\n"
    ),
    "zh": "## 网关崩溃\n**问题**：网关每天凌晨三点挂掉\n**根因**：备份任务一直占着数据库的锁\n**修复**：备份改用只读快照，不再加锁\n",
    "de": (
        "## Fehler im Import\n- Problem: der Import brach bei Umlauten ab\n"
        "- Ursache: die Datei wurde als Latin-1 gelesen\n- Lösung: Kodierung immer als UTF-8 angeben\n"
    ),
    "ru": (
        "## Проблема с резервным копированием\n**Симптом:** копия не создаётся\n"
        "**Причина:** диск монтировался только для чтения\n**Решение:** проверять диск перед копированием\n"
    ),
    "id": (
        "## Masalah dan solusi\n- **Masalah**: cron tidak berjalan setelah reboot\n"
        "- **Penyebab**: service belum di-enable\n- **Solusi**: jalankan `systemctl enable cron`\n"
    ),
    "es": (
        "## Fallo del envío\n- **Problema**: los correos no salían\n"
        "- **Causa**: el certificado había caducado\n- **Solución**: renovarlo siempre un mes antes\n"
    ),
}


@pytest.mark.parametrize("language", PAIRS)
def test_problem_with_its_cause_and_fix_is_one_item_in_each_language(language):
    (item,) = extract(f"# 2026-03-10\n\n{PAIRS[language]}\n").items
    assert item.kind == "problem_fix"
    assert [line.number for line in item.lines] == [4, 5, 6]
    assert item.score > 0.7
    assert (item.rule, item.origin, item.name, item.day) == ("full", "agent", NAME, DAY)


@pytest.mark.parametrize(
    "text",
    [
        "## Lessons learned\n- Always set a timeout on outgoing requests, because the default is to wait forever.\n",
        "## 教训\n- 对外请求必须设置超时，默认会一直等待。\n",
        "### Lektion\n- Nie direkt auf der Produktion testen; immer zuerst eine Kopie anlegen, weil sonst Daten fehlen.\n",
        "## 学び\n- 本番のデータベースには必ず読み取り専用のアカウントで接続すること。書き込みで一度壊した。\n",
    ],
    ids=["en", "zh", "de", "ja"],
)
def test_announced_lesson_is_kept_as_a_lesson(text):
    (item,) = extract(text).items
    assert item.kind == "lesson"
    assert [line.number for line in item.lines] == [2]


@pytest.mark.parametrize(
    "text",
    [
        "## Status\n- ✅ deployed v2\n- 12 tests passed\n- uptime 99.9 %\n",
        "## Todo\n- [ ] renew the certificate\n- [ ] call the bank\n",
        "## Heartbeat 14:00\n- inbox: 0 unread\n- calendar: nothing due\n",
        "## 状态\n- 今日提交 5 次，测试全部通过\n",
        "## 待办\n- [ ] 续签证书\n",
        "## Heute erledigt\n- Bericht verschickt\n- zwei Tests ergänzt\n",
        "## Сделано сегодня\n- обновлены зависимости\n- отправлен отчёт\n",
        "## Estado\n- 3 correos enviados\n- informe publicado\n",
        "## Tomorrow\n- prepare the release\n- write to the printer's support\n",
    ],
)
def test_status_todo_plan_and_heartbeat_sections_give_nothing(text):
    assert extract(text).items == []


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("<!-- openclaw:dreaming:light:start -->", "<!-- openclaw:dreaming:light:end -->"),
        ("<claude-mem-context>", "</claude-mem-context>"),
        ('<<<EXTERNAL_UNTRUSTED_CONTENT id="7">>>', '<<<END_EXTERNAL_UNTRUSTED_CONTENT id="7">>>'),
    ],
    ids=["another tool", "recalled", "untrusted"],
)
def test_no_line_of_what_is_not_the_logs_own_words_is_taken(opening, closing):
    text = f"{opening}\n{PAIRS['en']}{closing}\n"
    assert taken(text) == []
    assert taken(PAIRS["en"])


@pytest.mark.parametrize("sign", ["Von: Ana <ana@example.org>", "https://example.org/post", "发件人：李雷"])
def test_no_line_of_a_quoted_message_is_taken(sign):
    heading, _, body = PAIRS["en"].partition("\n")
    quote = "".join(f"> {line}\n" for line in body.splitlines())
    assert taken(f"{heading}\n> {sign}\n{quote}") == []


def test_no_line_of_a_transcript_is_taken():
    said = PAIRS["en"].partition("\n")[2]
    assert taken(f"## Gateway crash\nuser: what was it?\nassistant: this\n{said}") == []
    assert taken(f"## Gateway crash\n{said}") == [2, 3, 4]


def test_unfilled_template_gives_nothing():
    text = (
        "## Lessons\n- Lesson: [insight for long-term memory]\n- Problem: [description]\n- Fix: [details]\n"
    )
    assert taken(text) == []


def test_foreign_lines_give_an_item_of_their_own_with_their_origin():
    mark = "<!-- daykeep:origin origin=web -->\n- **Fix**: raise the limit to 40 and restart the service\n<!-- /daykeep:origin -->\n"
    items = extract(
        f"## Crash of the importer\n- **Problem**: the importer crashed on empty files\n"
        f"- **Cause**: the reader must never see an empty file\n{mark}"
    ).items
    by_origin = {item.origin: [line.number for line in item.lines] for item in items}
    assert by_origin == {"agent": [2, 3], "web": [5]}


def test_checkbox_is_never_chosen_even_in_a_lesson():
    text = "## Lessons learned\n- Never edit the live database, because a typo cost us a day.\n- [ ] always write a test first\n- [x] never deploy on Friday\n"
    assert taken(text) == [2]


@pytest.mark.parametrize(
    "secret",
    ["API token: sk-proj-9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c", "`GATEWAY_API_KEY=<SECRET>`", "DB_PASSWORD=****"],
)
def test_line_that_is_only_a_credential_is_never_chosen(secret):
    text = (
        "## Gateway crash\n- **Problem**: the login failed with 401 after the rotation\n"
        f"- {secret}\n- **Fix**: restart the gateway after each rotation\n"
    )
    assert taken(text) == [2, 4]


def test_row_of_a_table_becomes_a_bullet_that_names_its_columns():
    text = (
        "## Nightly failures\n| Problem | Cause | Fix |\n|---|---|---|\n"
        "| import stops at midnight | the lock file is left behind after a crash | delete the lock at start |\n"
    )
    assert texts(text) == [
        "- Problem: import stops at midnight; Cause: the lock file is left behind after a crash; Fix: delete the lock at start"
    ]


def test_label_on_its_own_line_is_joined_to_the_text_below_it():
    text = (
        "## Upload fails\n**Problem:**\n\nUploads over 5 MB fail with error 413.\n\n"
        "**Root cause:**\n\nThe proxy only allows 4 MB by default.\n\n**Fix:**\n\nSet `client_max_body_size` to 50m, never rely on the default.\n"
    )
    (item,) = extract(text).items
    joined = "\n".join(item.texts)
    assert "**Root cause:** The proxy only allows 4 MB by default." in joined
    assert item.kind == "problem_fix"


def test_code_is_taken_whole_with_its_fence_or_not_at_all():
    for length in (2, 30):
        code = "\n".join(f"always --never --must fail because error {n}" for n in range(length))
        text = f"## Lesson learned: the gateway crash\n- **Fix**: always run it like this, never without the flag\n```\n{code}\n```\n"
        for item in extract(text).items:
            numbers = [line.number for line in item.lines]
            fence = set(range(3, 5 + length))
            assert fence <= set(numbers) or fence.isdisjoint(numbers)
            assert sum(line.lstrip().startswith("```") for line in memory_lines(item)) % 2 == 0


def test_long_section_gives_at_most_eight_lines():
    things = [
        "import",
        "export",
        "backup",
        "restore",
        "release",
        "login",
        "upload",
        "search",
        "invoice",
        "calendar",
        "mailbox",
        "proxy",
    ]
    rules = "\n".join(
        f"- **Lesson**: never start the {thing} twice, because the second one fails." for thing in things
    )
    (item,) = extract(f"## Lessons learned\n{rules}\n").items
    assert len(item.lines) == 8


@pytest.mark.parametrize(
    "heading",
    ["# Lessons learned", "###### Lessons learned", "###教训", "**Lessons learned**", "Lessons learned\n---"],
)
def test_heading_of_any_form_is_read(heading):
    text = f"{heading}\n\n- Always set a timeout on requests, because the default is to wait forever.\n"
    items = extract(text).items
    assert [item.kind for item in items] == ["lesson"]
    assert items[0].title in {"Lessons learned", "教训"}


def test_log_without_any_heading_is_read_too():
    text = "The printer only works over USB because its network card resets every night; never configure it over wifi.\n"
    assert taken(text) == [1]


def test_repeated_headings_are_told_apart():
    sections = [PAIRS["en"].replace("03:00", f"{hour:02}:00") for hour in (1, 2, 3)]
    items = extract("\n".join(sections)).items
    assert [[line.number for line in item.lines] for item in items] == [[2, 3, 4], [7, 8, 9], [12, 13, 14]]


def test_title_is_the_heading_without_its_clock_time():
    (item,) = extract(PAIRS["en"].replace("## ", "## 14:30 — ")).items
    assert item.title == "Gateway crash"


def test_grown_log_gives_only_items_with_a_new_line():
    text = f"{PAIRS['en']}\n{PAIRS['zh']}"
    first = len(PAIRS["en"].splitlines()) + 2
    assert taken(text, first_new_line=first) == [line for line in taken(text) if line >= first]
    assert taken(text, first_new_line=len(text.splitlines()) + 1) == []


def test_grown_section_gives_its_new_lines_alone():
    assert taken(PAIRS["en"], first_new_line=4) == [4]


def test_section_below_the_threshold_is_reported_with_its_score():
    kept = extract(PAIRS["en"]).items[0]
    stricter = load_weights()._replace(keep=10**6)
    found = extract(PAIRS["en"], weights=stricter)
    assert found.items == []
    assert [(omission.line, omission.reason) for omission in found.omissions] == [
        (2, f"probably nothing to keep (score {kept.score:.2f})")
    ]


def test_explanation_agrees_with_what_is_extracted():
    text = f"# Day\n\n{PAIRS['en']}\n## Todo\n- [ ] call the bank\n"
    verdicts = explain_log(NAME, DAY, text.splitlines())
    kept = [verdict for verdict in verdicts if verdict.kind]
    (item,) = extract(text).items
    assert [verdict.title for verdict in verdicts] == ["Gateway crash", "Todo"]
    assert [(v.kind, v.score, list(v.lines)) for v in kept] == [
        (item.kind, item.score, [line.number for line in item.lines])
    ]
    assert all(weight for verdict in verdicts for _, weight in verdict.reasons)
    assert "heading:problem" in [name for name, _ in kept[0].reasons]


def test_same_log_gives_the_same_items_whatever_was_read_before():
    text = "\n".join(PAIRS.values())
    before = extract(text)
    chance = random.Random(4)
    for _ in range(50):
        extract(
            "## "
            + " ".join(
                chance.choice(["error", "fix", "always", "修复", "never", "list", "12"]) for _ in range(40)
            )
        )
    assert extract(text) == before


WORDS = st.sampled_from(
    ["always", "never", "because", "error", "修复", "教训：", "**Fix:**", "- ", "  - ", "| a | b |", "```", "## ", "###", "[ ] ",
     "> ", "1. ", "http://x.org", "\t", "<!--", "---", "user:", "{", "\ufeff", "\x00", "é", "\U0001f600", "，", "2026-03-01"]
)  # fmt: skip


@given(
    st.lists(
        st.lists(WORDS | st.text(max_size=6), max_size=8).map("".join).filter(lambda t: "\n" not in t),
        max_size=25,
    )
)
def test_any_text_gives_lines_that_stand_in_it_each_once(lines):
    extraction = extract_full(NAME, DAY, lines)
    numbers = [line.number for item in extraction.items for line in item.lines]
    assert len(numbers) == len(set(numbers))
    for item in extraction.items:
        assert item.lines
        assert item.kind in KINDS
        assert 0 <= item.score <= 1
        assert all(line.source == lines[line.number - 1] for line in item.lines)
        assert all(line.text is None or "\n" not in line.text for line in item.lines)
    skipped = {omission.line for omission in extraction.omissions if "score" not in omission.reason}
    assert skipped.isdisjoint(numbers)


@given(st.lists(st.lists(WORDS, max_size=6).map("".join), max_size=20), st.integers(1, 22))
def test_any_grown_log_gives_no_older_line(lines, first):
    items = extract_full(NAME, DAY, lines, first_new_line=first).items
    assert all(line.number >= first for item in items for line in item.lines)


@pytest.mark.parametrize(
    ("heading", "line", "kind"),
    [
        ("09:49 Decision", "the family calendar is the only one anybody writes to", "decision"),
        ("14:30 教训", "以后所有备份保留90天。", "lesson"),
        ("Preferences", "- Nina likes to get bad news first", "preference"),
        ("用户偏好", "- 不喜欢语音消息", "preference"),
    ],
)
def test_what_was_filed_as_knowledge_is_at_least_proposed(heading, line, kind):
    found = extract_full(
        "memory/2026-03-03.md", date(2026, 3, 3), ["# 2026-03-03", "", f"## {heading}", line]
    )
    [item] = found.items
    assert item.kind == kind
    assert [one.source for one in item.lines] == [line]


def test_what_went_on_in_a_session_is_no_knowledge_in_a_hooks_entry():
    told = "## 17:42 Fix the upload\n- Asked: Fix the flaky upload test.\n- Changed: src/upload.py\n- Ran: pytest (1 failed)\n"
    found = "- Found: The root cause was that the fixture closed the server too early.\n"
    marked = "<!-- daykeep:origin origin=hook -->\n{}<!-- /daykeep:origin -->\n"

    assert not extract(f"# 2026-03-10\n\n{marked.format(told)}").items
    assert taken(f"# 2026-03-10\n\n{marked.format(told + found)}") == [8]


def test_labels_of_what_went_on_are_those_that_a_session_leaves():
    kinds = (ASKED, COMMITTED, OPEN, "files", "commands")

    assert {words[kind].casefold() for words in LABELS.values() for kind in kinds} == DEED_LABELS
