import os

import pytest

from daykeep.context.start import is_effectively_empty
from tests.context.waking import ENGLISH, make, names, reasons, wake_in

LOGS = ["memory/2026-03-10.md", "memory/2026-03-10-1430.md", "memory/2026-03-09.md"]
WHO = ["SOUL.md", "IDENTITY.md", "USER.md"]


@pytest.fixture
def root(tmp_path):
    return make(tmp_path, ENGLISH)


@pytest.mark.parametrize(
    ("session", "full", "expected"),
    [
        ("main", False, [*WHO, *LOGS, "MEMORY.md"]),
        ("main", True, [*WHO, "AGENTS.md", "TOOLS.md", *LOGS, "MEMORY.md"]),
        ("group", False, [*WHO, *LOGS]),
        ("group", True, [*WHO, *LOGS]),
        ("cron", False, [*WHO, "AGENTS.md", "TOOLS.md"]),
        ("subagent", False, ["AGENTS.md"]),
        ("heartbeat", False, ["HEARTBEAT.md"]),
    ],
)
def test_each_session_reads_its_files_in_order(root, session, full, expected):
    assert names(wake_in(root, session, full=full)) == expected


def test_p9_what_a_session_does_not_read_is_said(root):
    assert reasons(wake_in(root))["AGENTS.md"] == "given with --full"
    assert reasons(wake_in(root, "group"))["MEMORY.md"] == "private, never in a group session"
    assert reasons(wake_in(root, "cron"))["memory/"] == "not part of a cron session"


@pytest.mark.parametrize("session", ["group", "cron", "subagent", "heartbeat"])
def test_long_term_memory_stays_out_of_every_session_but_main(root, session):
    packet = wake_in(root, session, full=True)
    assert "Match by more than one word" not in packet.text
    assert packet.todos == ()


def test_open_todos_are_listed_once_with_place_and_first_day(root):
    assert wake_in(root).todos == (
        "- [ ] renew the licence (memory/2026-03-08.md:3)",
        "- [ ] test the retry (memory/2026-03-10.md:6, since 2026-03-09)",
    )


def test_file_that_is_in_context_already_is_left_out_and_said(root):
    packet = wake_in(root, already=("soul.md", "./USER.md", "memory\\2026-03-10.md", "NOTES.md"))
    assert names(packet) == ["IDENTITY.md", *LOGS[1:], "MEMORY.md"]
    assert reasons(packet)["SOUL.md"] == "in context already"
    assert reasons(packet)["memory/2026-03-10.md"] == "in context already"
    assert reasons(packet)["NOTES.md"] == "named as read, but no part of this packet"
    assert "test the retry" in packet.todos[1]


@pytest.mark.parametrize("name", ["SOUL.md", "USER.md", "MEMORY.md"])
def test_missing_file_is_named(root, name):
    (root / name).unlink()
    assert reasons(wake_in(root))[name] == "missing"


def test_missing_identity_is_no_news(root):
    (root / "IDENTITY.md").unlink()
    assert "IDENTITY.md" not in reasons(wake_in(root))


def test_empty_file_differs_from_a_missing_one(root):
    (root / "SOUL.md").write_bytes(b"\xef\xbb\xbf \r\n")
    assert reasons(wake_in(root))["SOUL.md"] == "empty"


def test_folder_or_pipe_in_the_place_of_a_file_is_named_and_never_waited_for(root):
    for name in ("memory/2026-03-10.md", "USER.md"):
        (root / name).unlink()
    (root / "memory/2026-03-10.md").mkdir()
    os.mkfifo(root / "USER.md")
    found = reasons(wake_in(root))
    assert found["memory/2026-03-10.md"].startswith("can't be read: ")
    assert found["USER.md"] == "missing" or found["USER.md"].startswith("can't be read: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_file_without_permission_is_unreadable_not_missing(root):
    (root / "SOUL.md").chmod(0)
    assert reasons(wake_in(root))["SOUL.md"].startswith("can't be read: ")


def test_link_out_of_the_workspace_is_not_read(root, tmp_path_factory):
    secret = tmp_path_factory.mktemp("outside") / "secret.md"
    secret.write_text("outside text\n", encoding="utf-8")
    (root / "memory/2026-03-10.md").unlink()
    (root / "memory/2026-03-10.md").symlink_to(secret)
    packet = wake_in(root)
    assert "outside text" not in packet.text
    assert reasons(packet)["memory/2026-03-10.md"].startswith("can't be read: ")


def test_day_without_a_log_is_said(root):
    for name in LOGS:
        (root / name).unlink()
    found = reasons(wake_in(root))
    assert found["memory/2026-03-10.md"] == found["memory/2026-03-09.md"] == "no log yet"


def test_slugged_and_nested_logs_are_read(root):
    make(root, {"memory/2026-03-10-gateway.md": "slug\n", "memory/learnings/2026-03-09-今日.md": "nested\n"})
    assert "memory/2026-03-10-gateway.md" in names(wake_in(root))
    assert "memory/learnings/2026-03-09-今日.md" in names(wake_in(root))


def test_same_text_is_given_once(root):
    make(root, {"memory/2026-03-10-copy.md": ENGLISH["memory/2026-03-10.md"]})
    packet = wake_in(root)
    assert reasons(packet)["memory/2026-03-10-copy.md"] == "the same text as memory/2026-03-10.md"
    assert packet.text.count("read the report") == 1


def test_conflict_copy_is_named(root):
    make(root, {"memory/2026-03-10 2.md": "mine\n"})
    assert reasons(wake_in(root))["memory/2026-03-10 2.md"] == "a conflict copy, not read"


def test_twin_of_memory_is_named_and_read_once(root):
    make(root, {"memory.md": "# other\n"})
    if (root / "memory.md").samefile(root / "MEMORY.md"):
        pytest.skip("this file system does not tell case")
    packet = wake_in(root)
    assert names(packet).count("MEMORY.md") == 1
    assert reasons(packet)["memory.md"] == "a second file beside MEMORY.md, not read: keep one of them"


def test_memory_of_the_nested_layout_is_read(tmp_path):
    make(tmp_path, {"SOUL.md": "x\n", "memory/MEMORY.md": "nested memory\n"})
    assert "memory/MEMORY.md" in names(wake_in(tmp_path))
    make(tmp_path, {"MEMORY.md": "root memory\n"})
    assert names(wake_in(tmp_path))[-2:] == ["MEMORY.md", "memory/MEMORY.md"]


def test_layout_that_retired_tools_and_heartbeat_does_not_miss_them(tmp_path):
    make(tmp_path, {"SOUL.md": "x\n", "USER.md": "u\n", "AGENTS.md": "# A\n\n## Tools\n- port\n"})
    assert "TOOLS.md" not in reasons(wake_in(tmp_path, "cron"))
    assert reasons(wake_in(tmp_path, "heartbeat")) == {}


def test_heartbeat_checklist_that_asks_nothing_is_off(root):
    (root / "HEARTBEAT.md").write_text("# HEARTBEAT.md\n\n<!-- keep\nempty -->\n- [ ]\n", encoding="utf-8")
    packet = wake_in(root, "heartbeat")
    assert names(packet) == []
    assert reasons(packet)["HEARTBEAT.md"] == "nothing on the checklist: off"


@pytest.mark.parametrize(
    ("lines", "empty"),
    [
        (["# Title", "", "<!-- a -->", "```", "```", "- [ ]", "*", "1."], True),
        (["\ufeff# Title"], True),
        (["<!-- open", "text", "-->"], True),
        ([], True),
        (["- look"], False),
        (["<!-- a --> look"], False),
        (["look"], False),
        (["- [ ] 看邮件"], False),
        (["<!-- a", "b --> look"], False),
    ],
)
def test_checklist_is_empty_when_nothing_is_asked(lines, empty):
    assert is_effectively_empty(lines) is empty
