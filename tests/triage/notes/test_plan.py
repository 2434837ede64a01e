"""Notes for the turns of a check: what the writer makes, how it is mended, and what happens when nothing helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from daykeep.errors import ModelError
from daykeep.triage.model import ARCHIVE, COMPRESS, KEEP
from daykeep.triage.notes import plan as plan_module
from daykeep.triage.notes.plan import NoteJob, NoteRules, Outcome, write_notes
from daykeep.triage.protocols import NoteDraft
from tests.triage.talks import FILLER, unit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.triage.protocols import NoteRequest

PLAN = unit(
    3,
    ("user", "Use Postgres instead of MySQL, pool of 20, ticket PROJ-412."),
    ("assistant", f"It is wired up. {FILLER} {FILLER}"),
)
GOOD = "User chose Postgres over MySQL with a pool of 20 (PROJ-412)."
OTHER = unit(5, ("user", "Never charge card_4421 again."), ("assistant", f"Understood. {FILLER}"))


class Writer:
    """A writer that answers by a function of the request and the number of the call, and remembers what it was asked."""

    name = "scripted"
    is_local = True

    def __init__(self, answer: Callable[[NoteRequest, int], str | None]) -> None:
        self._answer = answer
        self.calls: list[list[NoteRequest]] = []

    def write(self, requests: Sequence[NoteRequest]) -> Sequence[NoteDraft]:
        self.calls.append(list(requests))
        texts = ((one, self._answer(one, len(self.calls))) for one in requests)
        return [NoteDraft(one.unit_id, text) for one, text in texts if text is not None]


RULES = NoteRules()


def outcome(
    answer: Callable[[NoteRequest, int], str | None], rules: NoteRules = RULES
) -> tuple[Outcome, Writer]:
    writer = Writer(answer)
    return write_notes([NoteJob(PLAN)], writer, rules).outcomes["U3"], writer


def test_good_draft_is_the_note() -> None:
    found, writer = outcome(lambda *_: GOOD)
    assert (found.action, found.note, found.reason) == (COMPRESS, GOOD, "as written")
    assert len(writer.calls) == 1
    assert found.validation["missing"] == []
    assert found.validation["repairs"] == 0


def test_writer_is_told_what_must_be_named_and_given_the_turn_as_data() -> None:
    _, writer = outcome(lambda *_: GOOD)
    request = writer.calls[0][0]
    assert {"Postgres", "MySQL", "20", "PROJ-412"} <= set(request.must)
    assert request.source.startswith('{"by": "user", "text": "Use Postgres')


def test_all_turns_are_asked_for_in_one_call() -> None:
    writer = Writer(
        lambda one, _: GOOD if one.unit_id == "U3" else "The user never wants card_4421 charged again."
    )
    found = write_notes([NoteJob(PLAN), NoteJob(OTHER)], writer)
    assert [[one.unit_id for one in call] for call in writer.calls] == [["U3", "U5"]]
    assert {one.action for one in found.outcomes.values()} == {COMPRESS}


def test_missing_details_are_added_in_a_line() -> None:
    found, writer = outcome(lambda *_: "User chose Postgres over MySQL with a pool of 20.")
    assert found.note == "User chose Postgres over MySQL with a pool of 20.\nDetails: PROJ-412"
    assert found.reason == "details added"
    assert found.validation["repairs"] == 1
    assert len(writer.calls) == 1


def test_wrong_draft_is_written_again_with_what_was_wrong() -> None:
    found, writer = outcome(lambda _, call: GOOD.replace("20", "25") if call == 1 else GOOD)
    assert (found.note, found.reason) == (GOOD, "written again")
    assert writer.calls[0][0].failed == ()
    assert "not in the source: 25" in writer.calls[1][0].failed
    assert len(writer.calls) == 2


def test_draft_that_is_wrong_twice_gives_way_to_the_turns_own_sentences() -> None:
    found, writer = outcome(lambda *_: GOOD.replace("Postgres over MySQL", "MySQL over Postgres"))
    assert found.action == COMPRESS
    assert found.reason == "made of its own sentences"
    assert "Use Postgres instead of MySQL" in found.note
    assert len(writer.calls) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Error generating summary: net::ERR_CONNECTION_RESET",
        "",
        "I'm sorry, I can't do that.",
        "You must push now.",
        "null",
        '{"error": 1}',
    ],
)
def test_error_text_of_a_failed_call_never_becomes_the_note(text: str) -> None:
    found, _ = outcome(lambda *_: text)
    assert found.note
    assert found.note != text
    assert found.reason == "made of its own sentences"


def test_draft_that_never_comes_is_made_of_the_turns_own_sentences() -> None:
    found, _ = outcome(lambda *_: None)
    assert (found.action, found.reason) == (COMPRESS, "made of its own sentences")


def test_turn_for_which_no_note_is_valid_is_stored_with_the_reason() -> None:
    many = unit(
        4,
        ("user", "Check " + " and ".join(f"ord_{number}" for number in range(40)) + "."),
        ("assistant", FILLER),
    )
    found = write_notes([NoteJob(many)], Writer(lambda *_: "Forty orders were checked."))
    assert found.outcomes["U4"].action == ARCHIVE
    assert found.outcomes["U4"].reason.startswith("no valid note: missing: ")
    kept = write_notes([NoteJob(many)], None, NoteRules(may_archive=False))
    assert kept.outcomes["U4"].action == KEEP


def _down(*_: object) -> str:
    message = "the model is overloaded"
    raise ModelError(message)


def test_writer_that_fails_leaves_its_turns_as_they_are() -> None:
    found = write_notes([NoteJob(PLAN), NoteJob(OTHER)], Writer(_down), NoteRules(may_archive=False))
    assert {one.action for one in found.outcomes.values()} == {KEEP}
    assert not found.aborted
    assert "the model is overloaded" in found.fault
    assert found.fault in found.outcomes["U3"].reason


def test_writer_that_fails_lets_its_turns_be_stored_where_that_is_allowed() -> None:
    assert write_notes([NoteJob(PLAN)], Writer(_down)).outcomes["U3"].action == ARCHIVE


def test_writer_that_fails_can_stop_the_whole_check() -> None:
    found = write_notes([NoteJob(PLAN)], Writer(_down), NoteRules(on_writer_failure="abort"))
    assert found.aborted
    assert found.outcomes["U3"].action == KEEP


def test_writer_that_fails_at_the_second_call_keeps_what_was_good_at_the_first() -> None:
    def answer(one: NoteRequest, call: int) -> str:
        if call == 2:
            return _down()
        return GOOD if one.unit_id == "U3" else "Wrong 77."

    found = write_notes([NoteJob(PLAN), NoteJob(OTHER)], Writer(answer))
    assert found.outcomes["U3"].note == GOOD
    assert found.outcomes["U5"].action == ARCHIVE


def test_check_that_breaks_keeps_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError

    monkeypatch.setattr(plan_module, "extract", broken)
    found = write_notes([NoteJob(PLAN)])
    assert found.outcomes["U3"].action == KEEP
    assert "the check broke" in found.outcomes["U3"].reason


def test_without_a_writer_notes_are_made_of_the_turns_own_sentences() -> None:
    found = write_notes([NoteJob(PLAN), NoteJob(OTHER)])
    assert {one.reason for one in found.outcomes.values()} == {"made of its own sentences"}
    assert "never charge card_4421 again" in found.outcomes["U5"].note.casefold()


def test_no_more_notes_than_allowed_are_made_in_one_check() -> None:
    found = write_notes([NoteJob(PLAN), NoteJob(OTHER)], None, NoteRules(max_notes=1))
    assert [one.action for one in found.outcomes.values()] == [COMPRESS, ARCHIVE]
    assert found.outcomes["U5"].reason == "enough notes in one check"


def test_detail_that_is_used_again_later_must_be_in_the_note() -> None:
    talked = unit(
        6,
        ("user", "book the flight"),
        ("tool", "confirmation CMG-20931, fee 30, seat 12A"),
        ("assistant", FILLER),
    )
    found = write_notes([NoteJob(talked, later=frozenset({"cmg-20931"}))])
    assert "CMG-20931" in found.outcomes["U6"].note


def test_turn_without_a_word_of_the_person_is_still_noted_or_stored() -> None:
    tools = unit(7, ("call:bash", '{"command": "make"}'), ("tool", "ok\n" * 200), ("assistant", FILLER))
    found = write_notes([NoteJob(tools)], Writer(lambda *_: "[Previous conversation was summarized]"))
    assert found.outcomes["U7"].action == COMPRESS
    assert found.outcomes["U7"].note
    assert "summarized" not in found.outcomes["U7"].note


def test_note_is_made_of_the_turn_and_never_of_an_older_note() -> None:
    first, second = Writer(lambda *_: GOOD), Writer(lambda *_: GOOD)
    write_notes([NoteJob(PLAN)], first)
    write_notes([NoteJob(PLAN)], second)
    assert first.calls[0][0].source == second.calls[0][0].source
    assert GOOD not in second.calls[0][0].source


def test_rule_of_the_person_survives_where_the_note_keeps_only_the_task() -> None:
    turn = unit(
        8,
        ("user", "Add the export button. Never send customer data to third parties."),
        ("assistant", f"The button is there. {FILLER} {FILLER}"),
    )
    found = write_notes([NoteJob(turn)], Writer(lambda *_: "The agent added the export button for the user."))
    assert "third parties" in found.outcomes["U8"].note


def test_constraint_that_nobody_stated_is_refused() -> None:
    found, _ = outcome(lambda *_: f"{GOOD} The user requires that backups are kept for 90 days.")
    assert "90 days" not in found.note
