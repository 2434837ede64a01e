"""Every tool, called by the SDK's own client: what it answers, what it leaves on disk, and what it refuses."""

from __future__ import annotations

import json
from typing import Literal, get_args

import anyio
import pytest

from daykeep.guard.origin import ORIGINS
from daykeep.mcp.tools import finding, writing
from daykeep.search.documents import LEVELS, SOURCES
from tests.mcp.calling import EVERY_CALL, call_everything, text_of

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
SAME_AS = {
    "start": ("start",),
    "search": ("search", "boiler pressure", "--level", "daily", "--context", "1"),
    "show": ("show", "MEMORY.md"),
    "enhance": ("enhance", "--query", "spare key"),
    "log": ("log", "One more."),
    "log_show": ("log", "show"),
    "todos": ("log", "todo"),
    "remember": ("remember", "The cellar floods in March."),
    "forget": ("forget", "spare key"),
    "review_list": ("review", "list"),
    "history": ("history",),
    "why": ("why", "memory/notes/the-spare-key-hangs-behind-the-blue-door.md"),
    "session_status": ("session", "status"),
    "recall": ("recall",),
}
"""The command line that asks the same as each tool."""


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_answers_text_and_the_keys_of_its_command(place, mode) -> None:
    place.begin_session()
    answers = {}

    async def work(client):
        answers.update(await call_everything(client))

    place.talk(work, mode=mode)
    for name, answer in answers.items():
        assert not answer.is_error, f"{name}: {text_of(answer)}"
        assert text_of(answer).strip(), name
        told = place.run(*SAME_AS[name], "--json")
        assert told.code == 0, told.err
        missing = set(told.json) ^ set(answer.structured_content)
        assert missing <= {"notes"}, name


def test_list_of_choices_is_that_of_the_rooms_behind() -> None:
    assert set(get_args(finding.Source)) == set(SOURCES)
    assert set(get_args(finding.Level)) == set(LEVELS)
    assert set(writing.ORIGINS) == set(ORIGINS) - {"user", "hook"}
    assert get_args(Literal["a"]) == ("a",)


class TestStart:
    def test_packet_is_what_the_command_prints(self, place) -> None:
        answer = place.call("start")
        assert text_of(answer).rstrip("\n") == place.run("start").out.rstrip("\n")
        assert place.run("start", "--json").json["sha256"] == answer.structured_content["sha256"]

    def test_what_is_in_the_context_already_is_left_out(self, place) -> None:
        assert "## SOUL.md" in text_of(place.call("start"))
        parts = place.call("start", already=["SOUL.md"]).structured_content["parts"]
        assert "SOUL.md" not in json.dumps([part["name"] for part in parts if part.get("lines")])


class TestLog:
    def test_entry_is_in_the_log_of_today(self, place) -> None:
        answer = place.call("log", text="The roof is tight again.", kind="done")
        name = answer.structured_content["name"]
        assert "The roof is tight again." in (place.root / name).read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("given", "kept"), [("agent", "agent"), ("web", "web"), ("tool", "tool"), ("import", "import")]
    )
    def test_origin_may_only_lower_the_trust(self, place, given, kept) -> None:
        assert place.call("log", text="Words.", origin=given).structured_content["origin"] == kept

    def test_origin_user_counts_as_agent_and_that_is_said(self, place) -> None:
        answer = place.call("log", text="The user wants tabs.", origin="user")
        assert answer.structured_content["origin"] == "agent"
        assert answer.structured_content["notes"] == [writing.AS_AGENT]
        assert writing.AS_AGENT in text_of(answer)

    @pytest.mark.parametrize("origin", ["hook", "system", "USER", ""])
    def test_unknown_origin_is_refused_and_nothing_is_written(self, place, origin) -> None:
        answer = place.call("log", text="Words.", origin=origin)
        assert answer.is_error
        assert "is no origin" in text_of(answer)
        assert not list((place.root / "memory").glob("2*.md"))

    def test_secret_is_masked_on_disk_and_in_the_answer(self, place) -> None:
        answer = place.call("log", text=f"The key is {SECRET}")
        written = (place.root / answer.structured_content["name"]).read_text(encoding="utf-8")
        assert SECRET not in written + answer.model_dump_json()
        assert answer.structured_content["masked"]

    def test_entry_that_is_too_long_is_refused(self, place) -> None:
        assert place.call("log", text="x" * 65_537).is_error
        answer = place.call("log", text="界" * 30_000)  # as characters it would do, as bytes it does not
        assert "more than the 65,536" in text_of(answer)
        assert not list((place.root / "memory").glob("2*.md"))


class TestRemember:
    def test_note_is_unreviewed_and_waits_for_a_person(self, place) -> None:
        answer = place.call("remember", text="Invoices go out on the first Monday.", origin="user")
        data = answer.structured_content
        assert data["status"] == "unreviewed"
        assert data["proposal"]
        assert "status: unreviewed" in (place.root / data["name"]).read_text(encoding="utf-8")
        assert "Invoices" not in (place.root / "MEMORY.md").read_text(encoding="utf-8")

    def test_secret_is_masked(self, place) -> None:
        answer = place.call("remember", text=f"The deploy token is {SECRET}")
        assert SECRET not in answer.model_dump_json()
        assert not [path for path in place.root.rglob("*.md") if SECRET in path.read_text(encoding="utf-8")]


class TestForget:
    def test_nothing_is_forgotten_but_it_waits(self, place) -> None:
        name = place.call("remember", text="The gate code is on the fridge.").structured_content["name"]
        before = (place.root / name).read_bytes()
        answer = place.call("forget", query="gate code")
        assert answer.structured_content["forgotten"] == 0
        assert answer.structured_content["proposals"]
        assert (place.root / name).read_bytes() == before
        waiting = place.call("review_list").structured_content
        assert answer.structured_content["proposals"][0] in [one["id"] for one in waiting["proposals"]]

    def test_dry_run_asks_for_nothing(self, place) -> None:
        place.call("remember", text="The gate code is on the fridge.")
        before = place.call("review_list").structured_content
        assert place.call("forget", query="gate code", dry_run=True).structured_content["dry_run"]
        assert place.call("review_list").structured_content == before

    def test_what_no_line_holds_is_an_error_that_says_what_to_do(self, place) -> None:
        answer = place.call("forget", query="no such thing")
        assert answer.is_error
        assert text_of(answer).endswith(
            'nothing in memory holds "no such thing"\n`daykeep why LINE` looks for a line'
        )


class TestErrors:
    @pytest.mark.parametrize(
        ("name", "arguments", "said"),
        [
            ("search", {"question": " "}, "the question is empty"),
            ("search", {"question": "x", "since": "the day of never"}, "the day of never"),
            ("show", {"place": "nowhere.md:3"}, 'nothing that is searched is called "nowhere.md:3"'),
            ("start", {"budget": "much"}, "much"),
            ("history", {"name": "no.md"}, 'there is no "no.md"'),
            ("recall", {"wanted": "A1"}, "there is no session here yet"),
            ("session_status", {"session": "../../etc"}, ""),
            ("log_show", {"day": "2026-13-45"}, "2026-13-45"),
        ],
    )
    def test_what_a_command_refuses_is_an_error_with_its_words(self, place, name, arguments, said) -> None:
        answer = place.call(name, **arguments)
        assert answer.is_error
        assert said in text_of(answer)
        assert text_of(answer) != f"Error executing tool {name}", "the words are hidden"

    @pytest.mark.parametrize(
        ("name", "arguments", "said"),
        [
            ("search", {}, "question"),
            ("search", {"question": 3}, "question"),
            ("search", {"question": "x", "limit": 0}, "limit"),
            ("search", {"question": "x", "levels": ["soul"]}, "levels"),
            ("enhance", {"query": "x", "text": "y" * 1_000_001}, "text"),
            ("log", {"text": "x", "kind": "secret"}, "kind"),
            ("start", {"already": ["a"] * 51}, "already"),
        ],
    )
    def test_argument_of_the_wrong_kind_is_named(self, place, name, arguments, said) -> None:
        answer = place.call(name, **arguments)
        assert answer.is_error
        assert said in text_of(answer)
        assert len(text_of(answer)) < 2_000, "an error does not repeat what it was given"

    def test_argument_that_a_tool_does_not_have_is_named_and_nothing_is_done(self, place) -> None:
        answer = place.call("log", text="x", importance="high")
        assert answer.is_error
        assert "log has no argument importance" in text_of(answer)
        assert not list((place.root / "memory").glob("2*.md"))

    def test_fault_of_the_program_is_not_told_to_the_client(self, place, monkeypatch, caplog) -> None:
        def fail(*_args, **_options):
            raise RuntimeError("a detail of the inside")

        monkeypatch.setattr("daykeep.operations.log.find_open", fail)
        answer = place.call("todos")
        assert answer.is_error
        assert text_of(answer) == "Error executing tool todos"
        assert "a detail of the inside" in caplog.text

    def test_workspace_that_went_away_is_an_error_of_the_call(self, place) -> None:
        async def work(client):
            place.root.rename(place.root.with_name("elsewhere"))
            answer = await client.call_tool("todos", {})
            assert answer.is_error
            assert "is not a folder" in text_of(answer)

        place.talk(work)


class TestFreshness:
    def test_settings_and_files_that_changed_meanwhile_count(self, place) -> None:
        async def work(client):
            assert (await client.call_tool("todos", {})).structured_content["days"] == 7
            (place.root / "daykeep.toml").write_text("[daily]\ntodo_days = 3\n", encoding="utf-8")
            assert (await client.call_tool("todos", {})).structured_content["days"] == 3

        place.talk(work)

    def test_day_after_midnight_is_another(self, place, monkeypatch) -> None:
        moments = iter(["2026-03-10T23:59:00+00:00", "2026-03-11T00:01:00+00:00"])
        from datetime import datetime

        async def work(client):
            days = []
            for _ in range(2):
                now = datetime.fromisoformat(next(moments))
                monkeypatch.setattr("daykeep.app.now_utc", lambda now=now: now)
                days.append((await client.call_tool("log", {"text": "tick"})).structured_content["name"])
            assert days == ["memory/2026-03-10.md", "memory/2026-03-11.md"]

        place.talk(work)

    def test_bad_setting_is_a_note_and_stops_nothing(self, place) -> None:
        (place.root / "daykeep.toml").write_text("nonsense = 1\n", encoding="utf-8")
        answer = place.call("todos")
        assert not answer.is_error
        assert "nonsense" in answer.structured_content["notes"][0]


class TestHidden:
    def test_hidden_characters_of_a_file_are_spelled_out(self, place) -> None:
        smuggled = "Harmless" + "".join(chr(0xE0000 + ord(letter)) for letter in "run") + " words"
        (place.root / "memory" / "2026-03-10.md").write_text(
            f"# 2026-03-10\n\n- {smuggled}\n", encoding="utf-8"
        )
        answer = place.call("log_show", day="2026-03-10")
        assert "[U+E0072]" in text_of(answer)
        assert chr(0xE0072) not in answer.model_dump_json()

    def test_line_that_is_no_unicode_breaks_no_answer(self, place) -> None:
        (place.root / "memory" / "2026-03-10.md").write_bytes(b"# 2026-03-10\n\n- caf\xe9 \xff\xfe\n")
        answer = place.call("log_show", day="2026-03-10")
        assert "caf" in text_of(answer)


class TestManyAtOnce:
    def test_hundred_entries_at_once_are_all_kept(self, place) -> None:
        async def work(client):
            async def one(number):
                answer = await client.call_tool("log", {"text": f"entry number {number:03}"})
                assert not answer.is_error, text_of(answer)

            async with anyio.create_task_group() as group:
                for number in range(100):
                    group.start_soon(one, number)

        place.talk(work)
        place.run("log", "the next writer merges what waits")
        written = "".join(path.read_text(encoding="utf-8") for path in (place.root / "memory").glob("2*.md"))
        assert [number for number in range(100) if written.count(f"entry number {number:03}") != 1] == []

    def test_hundred_calls_of_every_kind_are_all_answered(self, place) -> None:
        place.begin_session()
        answers = []

        async def work(client):
            await call_everything(client)
            names = [*EVERY_CALL] * 8

            async def one(name):
                answers.append(await client.call_tool(name, EVERY_CALL[name]))

            async with anyio.create_task_group() as group:
                for name in names[:100]:
                    group.start_soon(one, name)

        place.talk(work)
        assert len(answers) == 100
        assert [text_of(answer) for answer in answers if answer.is_error] == []


class TestProgress:
    def test_client_is_told_how_far_a_long_first_reading_is(self, place) -> None:
        folder = place.root / "memory" / "notes"
        folder.mkdir(exist_ok=True)
        for number in range(150):
            (folder / f"stone-{number}.md").write_text(f"Stone {number} is grey.\n", encoding="utf-8")
        told = []

        async def note(progress, total, message):
            told.append((progress, total, message))

        async def work(client):
            answer = await client.call_tool("search", {"question": "grey stone"}, progress_callback=note)
            assert answer.structured_content["found"]

        place.talk(work, mode="legacy")
        assert told
        assert all(0 <= done <= total for done, total, _ in told)
        assert told == sorted(told)
        assert {message for *_, message in told} == {"reading files"}
        assert len(told) <= 51

    def test_call_without_a_wish_for_progress_is_answered_alike(self, place) -> None:
        folder = place.root / "memory" / "notes"
        folder.mkdir(exist_ok=True)
        for number in range(150):
            (folder / f"stone-{number}.md").write_text(f"Stone {number} is grey.\n", encoding="utf-8")
        assert place.call("search", question="grey stone").structured_content["found"]
