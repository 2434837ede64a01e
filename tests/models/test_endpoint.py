"""An address of a model: waits that are bounded, answers that are bounded, and words of a server without the key."""

from __future__ import annotations

import doctest

import pytest

from daykeep.errors import ModelError
from daykeep.models import endpoint as module
from daykeep.models.endpoint import Answer, Endpoint, Patience, find_wait
from tests.models.machines import Said, Sent, machine, say

KEY = "k-secret-123"


def ask(root: str, waits: list[float], *, tries: int = 3, timeout: float = 5.0, limit: int = 1_000) -> object:
    endpoint = Endpoint(root, KEY, timeout)
    return endpoint.ask("x", {"a": 1}, limit_bytes=limit, patience=Patience(tries, 20.0, waits.append))


@pytest.mark.parametrize("status", [429, 503, 529])
def test_a_busy_server_is_asked_again_after_the_time_it_names(status: int) -> None:
    answers = [say({}, status, ("Retry-After", "3")), say({}, status), say({"ok": 1})]
    waits: list[float] = []
    with machine(lambda _: answers.pop(0)) as server:
        assert ask(server.root, waits) == {"ok": 1}
    assert waits == [3.0, 2.0]
    assert len(server.sent) == 3


def test_a_busy_server_is_not_asked_for_ever() -> None:
    waits: list[float] = []
    with machine(lambda _: say({}, 429)) as server, pytest.raises(ModelError, match="status 429") as caught:
        ask(server.root, waits)
    assert len(server.sent) == 3
    assert waits == [1.0, 2.0]
    assert caught.value.details["status"] == 429


def test_a_wait_that_is_too_long_is_not_waited() -> None:
    waits: list[float] = []
    with machine(lambda _: say({}, 529, ("Retry-After", "3600"))) as server, pytest.raises(ModelError):
        ask(server.root, waits)
    assert (len(server.sent), waits) == (1, [])


def test_a_day_s_allowance_that_is_used_up_is_not_asked_for_again() -> None:
    spent = {"success": False, "errors": [{"code": 3036, "message": "daily free allocation used up"}]}
    with (
        machine(lambda _: say(spent, 429)) as server,
        pytest.raises(ModelError, match="daily free") as caught,
    ):
        ask(server.root, [])
    assert len(server.sent) == 1
    assert KEY not in str(caught.value)


def test_a_date_to_wait_for_is_compared_with_the_server_s_own_clock() -> None:
    headers = {"retry-after": "Mon, 30 Nov 2026 10:00:07 GMT", "date": "Mon, 30 Nov 2026 10:00:00 GMT"}
    assert find_wait(Answer(429, headers, b""), 1) == 7.0
    assert find_wait(Answer(429, {"retry-after": headers["retry-after"]}, b""), 3) == 4.0
    assert find_wait(Answer(429, {"retry-after": "soon"}, b""), 1) == 1.0
    assert find_wait(Answer(500, {"retry-after": "1"}, b""), 1) is None


def test_a_server_that_sends_drop_by_drop_is_given_up() -> None:
    with (
        machine(lambda _: Said(200, b'{"a": "' + b"x" * 100 + b'"}', drip_seconds=0.02)) as server,
        pytest.raises(ModelError, match="timed out"),
    ):
        ask(server.root, [], timeout=0.2)


def test_an_answer_that_breaks_off_is_an_error_and_none_that_is_short() -> None:
    with (
        machine(lambda _: Said(200, b'{"a": 1}', claims=500)) as server,
        pytest.raises(ModelError, match="can't be reached"),
    ):
        ask(server.root, [], timeout=1.0)


def test_what_a_server_says_of_its_failure_is_one_line_without_the_key() -> None:
    said = {"error": {"message": f"no model 'x'\nfor key {KEY} " + "and so on " * 90}}
    with machine(lambda _: say(said, 404)) as server, pytest.raises(ModelError) as caught:
        ask(server.root, [])
    assert "status 404: no model 'x' for key …" in caught.value.message
    assert KEY not in caught.value.message
    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 300


def test_a_redirect_is_not_followed() -> None:
    targets: list[str] = []

    def answer(sent: Sent) -> Said:
        targets.append(sent.path)
        return say({}, 307, ("Location", "/elsewhere"))

    with machine(answer) as server, pytest.raises(ModelError, match="status 307"):
        ask(server.root, [])
    assert targets == ["/x"]


def test_the_examples_hold() -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
