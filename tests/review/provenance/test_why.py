"""From a line of memory to where it came from."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from daykeep.daily.archive import archive_logs
from daykeep.distill.state import load_state
from daykeep.errors import DocumentError, UsageError
from daykeep.git.history import HistoryOff
from daykeep.memory.leaving.archive import Leaving, archive_lines
from daykeep.review.provenance.why import why
from tests.git.playground import AUTHOR

LOG = "memory/2026-03-10.md"
LESSON = (
    "# 2026-03-10\n\n## Lesson: timeouts\n- Set a limit on every request\n- Retry only what is idempotent\n"
)
OFF = HistoryOff("no git repository here", "")


def test_learned_line_leads_to_its_log_lines_day_origin_and_commit(files, history, learn):
    report = learn(LOG, LESSON)
    answer = why(files, history, "- Set a limit on every request", memory="MEMORY.md")
    (source,) = answer.sources
    record, place = source
    assert (place.state, place.name, place.first, place.last) == ("here", LOG, 4, 4)
    assert place.texts == ("- Set a limit on every request",)
    assert (record.day, record.origin, record.score) == ("2026-03-10", "agent", 1.0)
    assert answer.written.id == report.commit
    assert answer.first_seen.id == report.commit
    assert answer.numbers == (6,)
    assert (answer.edited, answer.off) == (False, None)


def test_source_whose_name_holds_a_secret_is_recorded_masked_and_found(files, history, learn, playground):
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    name = f"memory/2026-03-10-{token}.md"
    learn(name, LESSON)
    assert token not in (playground.root / "memory/sources.jsonl").read_text()
    ((record, place),) = why(files, history, "- Set a limit on every request", memory="MEMORY.md").sources
    assert "[secret:github-pat:" in record.name
    assert (place.name, place.first, place.last) == (name, 4, 4)


def test_part_of_a_line_and_its_number_are_enough(files, history, learn):
    learn(LOG, LESSON)
    for asked in ("limit on EVERY", "MEMORY.md:6", "* **Set** a limit on every request"):
        assert why(files, history, asked, memory="MEMORY.md").line == "- Set a limit on every request"


def test_part_that_several_lines_have_is_an_error_that_lists_them(files, history, learn):
    learn(LOG, "## Lessons\n- Check the lock first\n- Check the clock first\n")
    with pytest.raises(UsageError, match=r"is in 2 lines:\nMEMORY\.md:6: - Check the lock first") as caught:
        why(files, history, "first", memory="MEMORY.md")
    assert [found["line"] for found in caught.value.details["candidates"]] == [6, 7]


def test_the_same_line_twice_is_not_ambiguous(files, history, learn, playground):
    learn(LOG, LESSON)
    text = (playground.root / "MEMORY.md").read_text()
    playground.write("MEMORY.md", text + "\n## Again\n- Set a limit on every request\n")
    assert len(why(files, history, "Set a limit", memory="MEMORY.md").numbers) == 2


def test_line_that_is_not_there_names_the_nearest(files, history, learn):
    learn(LOG, LESSON)
    with pytest.raises(
        DocumentError, match=r"the nearest line is MEMORY\.md:6: - Set a limit on every request"
    ):
        why(files, history, "Set limits on every request made", memory="MEMORY.md")
    with pytest.raises(DocumentError, match=r'"zzz" is not in MEMORY\.md$'):
        why(files, history, "zzz", memory="MEMORY.md")
    for asked in ("```", " - "):
        with pytest.raises(UsageError, match="is too short to be a line of memory"):
            why(files, history, asked, memory="MEMORY.md")
    with pytest.raises(UsageError, match="no line was given"):
        why(files, history, "  ", memory="MEMORY.md")


def test_source_that_moved_within_its_log_is_found_nearest_to_its_old_place(
    files, history, learn, playground
):
    learn(LOG, LESSON)
    playground.write(LOG, "# 2026-03-10\n\nA new line above.\n\n" + LESSON)
    place = why(files, history, "Set a limit", memory="MEMORY.md").sources[0].place
    assert (place.state, place.name, place.first) == ("moved", LOG, 8)


def test_source_that_was_archived_is_found_there(files, history, learn, playground):
    learn(LOG, LESSON)
    (playground.root / "memory" / "archive" / "2026").mkdir(parents=True)
    (playground.root / LOG).rename(playground.root / "memory" / "archive" / "2026" / "2026-03-10.md")
    place = why(files, history, "Set a limit", memory="MEMORY.md").sources[0].place
    assert (place.state, place.name) == ("moved", "memory/archive/2026/2026-03-10.md")


def test_source_that_was_changed_is_shown_as_of_its_commit(files, history, learn, playground):
    learn(LOG, LESSON)
    playground.write(LOG, "# 2026-03-10\n\nRewritten.\n")
    place = why(files, history, "Set a limit", memory="MEMORY.md").sources[0].place
    assert place.state == "changed"
    assert place.texts == ("- Set a limit on every request",)
    assert history.read(place.commit, LOG).decode() == LESSON


def test_source_that_is_nowhere_is_gone(files, learn, playground):
    learn(LOG, LESSON)
    (playground.root / LOG).unlink()
    answer = why(files, OFF, "Set a limit", memory="MEMORY.md")
    assert answer.sources[0].place.state == "gone"
    assert (answer.written, answer.first_seen, answer.off) == (None, None, "no git repository here")


def test_line_by_hand_has_no_source_but_the_commit_that_first_had_it(files, history, learn, playground):
    learn(LOG, LESSON)
    playground.write("MEMORY.md", (playground.root / "MEMORY.md").read_text() + "\n- I wrote this myself\n")
    assert why(files, history, "I wrote this", memory="MEMORY.md").first_seen is None
    playground.git("commit", "-qam", "By hand")
    playground.write("MEMORY.md", (playground.root / "MEMORY.md").read_text() + "- and this\n")
    playground.git("commit", "-qam", "Later")
    answer = why(files, history, "I wrote this", memory="MEMORY.md")
    assert (answer.sources, answer.written) == ((), None)
    assert answer.first_seen.subject == "By hand"


def test_line_that_a_person_edited_leads_to_the_source_it_resembles(files, history, learn, playground):
    learn(LOG, LESSON)
    text = (playground.root / "MEMORY.md").read_text()
    playground.write(
        "MEMORY.md", text.replace("Set a limit on every request", "Set a limit on every single request")
    )
    answer = why(files, history, "every single request", memory="MEMORY.md")
    assert answer.edited
    assert [source.record.first for source in answer.sources] == [4]


def test_line_that_left_memory_still_has_its_source(files, history, learn, playground):
    learn(LOG, LESSON)
    playground.write("MEMORY.md", "# Memory\n")
    answer = why(files, history, "- Set a limit on every request", memory="MEMORY.md")
    assert answer.numbers == ()
    assert answer.sources[0].place.state == "here"


@pytest.mark.parametrize("name", ["../outside.md", "-x.md", "memory", "a\nb.md", ".git/config"])
def test_record_with_a_name_that_is_none_is_gone_and_no_error(files, history, learn, playground, name):
    learn(LOG, LESSON)
    sources = playground.root / "memory" / "sources.jsonl"
    sources.write_text(sources.read_text().replace(LOG, name.replace("\n", "\\n")))
    assert why(files, history, "Set a limit", memory="MEMORY.md").sources[0].place.state == "gone"


def test_chinese_and_crlf_lines_are_found(files, history, learn, playground):
    learn(LOG, "# 日志\r\n\r\n## 教训\r\n- 先查锁，再查时钟\r\n- 每个请求都要有超时\r\n")
    answer = why(files, history, "再查时钟", memory="MEMORY.md")
    assert answer.line == "- 先查锁，再查时钟"
    assert answer.sources[0].place.texts == ("- 先查锁，再查时钟",)


def archive_the_line(files, texts=("- Set a limit on every request",)):
    leaving = Leaving("item", "lesson", (6,), ("Lessons", "timeouts (2026-03-10)"), texts, "old")
    return archive_lines(files, [leaving], day=date(2026, 11, 30))


def test_archived_line_is_found_with_its_day_and_its_source(files, history, learn, playground):
    learn(LOG, LESSON)
    name = archive_the_line(files)
    playground.write("MEMORY.md", "# Memory\n\n## Lessons\n")
    for asked in ("limit on EVERY", "* Set a limit on every request", f"{name}:9"):
        answer = why(files, history, asked, memory="MEMORY.md")
        assert (answer.line, answer.numbers) == ("- Set a limit on every request", ())
        assert [(entry.name, entry.number, entry.archived_on) for entry in answer.archived] == [
            ("memory/archive/2026/memory-2026.md", 9, "2026-11-30")
        ]
        assert answer.sources[0].place.name == LOG
        assert answer.edited is False


def test_part_that_several_archived_lines_have_is_an_error_with_their_places(files, history):
    archive_the_line(files, ("- Check the lock first", "- Check the clock first"))
    with pytest.raises(UsageError, match=r"memory/archive/2026/memory-2026\.md:9: - Check the lock first"):
        why(files, history, "first", memory="MEMORY.md")


def test_record_of_an_archived_line_is_not_taken_for_an_edited_one(files, history, learn, playground):
    learn(LOG, LESSON)
    archive_the_line(files)
    playground.write("MEMORY.md", "# Memory\n- Set a limit on every request, always\n")
    assert why(files, history, "always", memory="MEMORY.md").sources == ()


def test_source_in_an_archived_log_says_when_it_was_archived(files, history, learn):
    learn(LOG, LESSON)
    now = datetime(2026, 11, 30, 9, tzinfo=UTC)
    report = archive_logs(
        files,
        day=now.date(),
        archive_days=90,
        history=history,
        author=AUTHOR,
        now=now,
        is_distilled=load_state(files).is_read,
    )
    assert report.moved == [(LOG, "memory/archive/2026/2026-03-10.md")]
    ((_, place),) = why(files, history, "- Set a limit on every request", memory="MEMORY.md").sources
    assert (place.name, place.first, place.archived) == ("memory/archive/2026/2026-03-10.md", 4, True)
    assert place.archived_at == now


def test_source_in_a_log_that_got_a_number_in_the_archive_is_found(files, learn, playground):
    learn(LOG, LESSON)
    playground.write("memory/archive/2026/2026-03-10.md", "another\n")
    playground.write("memory/archive/2026/2026-03-10-2.md", LESSON)
    (playground.root / LOG).unlink()
    ((_, place),) = why(files, OFF, "- Set a limit on every request", memory="MEMORY.md").sources
    assert place.name == "memory/archive/2026/2026-03-10-2.md"
