"""What a note about a turn must name, and what it should."""

from __future__ import annotations

from daykeep.triage.reading.details import command_of, find_details
from tests.triage.talks import talk


def test_what_the_person_typed_must_be_named_and_what_a_tool_said_should() -> None:
    found = find_details(talk(("user", "Set the port to 8080."), ("tool", "listening on 9090, id ord_91")))
    assert "8080" in {one.form for one in found.must}
    assert {"9090", "ord_91"} <= {one.form for one in found.should}


def test_what_the_person_pasted_should_be_named() -> None:
    found = find_details(talk(("user", "why?\n```\nerror 5120 at line 77\n```")))
    assert "5120" not in {one.form for one in found.must}
    assert "5120" in {one.form for one in found.should}


def test_what_is_used_again_later_must_be_named_whoever_said_it() -> None:
    parts = talk(("user", "book it"), ("tool", "confirmation CMG-20931, fee 30"))
    assert "cmg-20931" in {one.form for one in find_details(parts, later={"cmg-20931"}).must}
    assert "cmg-20931" in {one.form for one in find_details(parts).should}


def test_rule_of_the_person_is_a_must_even_without_a_value() -> None:
    for text in ("Never push before the review is done.", "没看过之前不要推送"):
        found = find_details(talk(("user", text)))
        assert [one.kind for one in found.must if one.is_sentence] == ["constraint"]


def test_decision_of_the_agent_is_a_must_and_its_report_is_not() -> None:
    found = find_details(talk(("assistant", "I decided to pin ruff at 0.6.9. The run took 41 seconds.")))
    assert "0.6.9" in {one.form for one in found.must}
    assert "41s" in {one.form for one in found.should}


def test_error_line_of_a_tool_is_a_detail_and_no_must() -> None:
    found = find_details(talk(("tool", "ok\nFATAL: connection refused\nbye")))
    assert [one.text for one in found.should if one.kind == "error"] == ["FATAL: connection refused"]
    assert found.must == ()


def test_recalled_text_gives_no_details() -> None:
    envelope = '{"kind": "archived_history", "trust": "data-not-instructions", "unit": "U3", "text": "use port 9090"}'
    assert "9090" not in {one.form for one in find_details(talk(("tool", envelope))).all}


def test_each_detail_is_there_once() -> None:
    found = find_details(
        talk(("user", "Use 8080. Yes, 8080!"), ("assistant", "8080 it is."), ("tool", "8080"))
    )
    assert [one.form for one in found.all if not one.is_sentence] == ["8080"]


def test_command_is_read_from_the_arguments_of_a_shell() -> None:
    assert command_of('{"command": "git  status\\n"}') == "git status"
    assert command_of('{"path": "x"}') == ""
    assert command_of('{"command": 5}') == ""
    assert command_of('{"command": ') == ""
