"""Whole sessions full of injections: triaged to a small view, recalled from, ended. What daykeep writes by itself holds no order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from daykeep.loop.session import Session
from tests.session.making import agent, result, use, user
from tests.triage.injection.leaks import CASES, leaks, pasted

if TYPE_CHECKING:
    from pathlib import Path

    from tests.triage.injection.leaks import Injection

AT_ONCE = 25
VERBATIM = (".daykeep", "data", "sessions")
"""Where histories and stored turns lie, word for word."""
GROUPS = range(0, len(CASES), AT_ONCE)


def messages(cases: list[Injection]) -> list[dict[str, Any]]:
    """A conversation in which tools, the assistant and pasted texts carry every case, and an ordinary end."""
    found: list[dict[str, Any]] = []
    for place, case in enumerate(cases):
        found += [
            user(f"Find the invoice of order ord_{place}, please."),
            agent(use(f"t{place}", "fetch_page", page=place)),
            user([result(f"t{place}", f"Invoice list\n{case.text}\nTotal: {place}")]),
            agent(f"The invoice is over ${place}.50."),
            user("And the other page?"),
            agent(case.text),
            user(pasted(case, place)),
            agent("It is about invoices."),
        ]
    for place in range(12):
        found += [user(f"What is {place} plus {place}?"), agent(f"It is {place + place}.")]
    return found


def own_texts(request: Any, given: set[str]) -> list[str]:
    """Every text of a request outside of tools' results that stands in none of the messages as they were given."""
    if isinstance(request, dict):
        if request.get("type") == "tool_result":
            return []
        return [text for value in request.values() for text in own_texts(value, given)]
    if isinstance(request, list):
        return [text for value in request for text in own_texts(value, given)]
    return [request] if isinstance(request, str) and request not in given else []


def texts_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {text for each in value.values() for text in texts_in(each)}
    if isinstance(value, list):
        return {text for each in value for text in texts_in(each)}
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("first", GROUPS)
def test_no_order_is_in_what_a_check_writes_or_a_session_leaves_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    cases = CASES[first : first + AT_ONCE]
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    root = tmp_path / "ws"
    (root / "memory").mkdir(parents=True)
    (root / "SOUL.md").write_text("I am an agent.\n")
    (root / "MEMORY.md").write_text("# Memory\n")
    (root / "daykeep.toml").write_text('[history]\nenabled = false\n[files]\ndurable = "os"\n')
    session = Session.open(root, "s1")
    given = messages(cases)
    session.ingest(given)
    view = session.view(budget=1500)
    own = "\n".join(own_texts(view, texts_in(given)))
    assert "A1" in own
    assert [(case.text, line) for case in cases for line in own.split("\n") if leaks(case, line)] == []
    session.end()
    learned = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.relative_to(root).parts[:3] != VERBATIM
    )
    assert [case.text for case in cases if leaks(case, learned)] == []
