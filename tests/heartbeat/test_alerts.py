from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from daykeep.files.store import Files
from daykeep.heartbeat.alerts import (
    LEDGER_LIMIT,
    Alert,
    Entry,
    alerts_of_changes,
    parse_ledger,
    render_ledger,
    sift,
)
from daykeep.memory.decisions import record_trust
from daykeep.workspace.layout import read_layout
from tests.heartbeat.support import at

if TYPE_CHECKING:
    from pathlib import Path

NOW = at("2026-03-08 12:00")
ZONE = Alert("zone", "PST is no zone")
HELD = Alert("held", "3 things wait", event=True)


def say(
    alerts: list[Alert], ledger: dict[str, Entry], hours: float, *, deliver: bool = True
) -> tuple[list[str], dict[str, Entry]]:
    said, after = sift(alerts, ledger, NOW + timedelta(hours=hours), deliver=deliver)
    return [alert.text for alert in said], after


def test_condition_that_holds_is_said_once_and_again_after_a_week() -> None:
    said, ledger = say([ZONE], {}, 0)
    assert said == ["PST is no zone"]
    for hours in (1, 30, 167):
        said, ledger = say([ZONE], ledger, hours)
        assert said == []
    said, _ = say([ZONE], ledger, 168)
    assert said == ["PST is no zone"]


def test_alert_whose_text_changes_is_said_again() -> None:
    _, ledger = say([HELD], {}, 0)
    said, _ = say([HELD._replace(text="4 things wait")], ledger, 1)
    assert said == ["4 things wait"]


def test_condition_that_comes_and_goes_within_a_day_is_said_once() -> None:
    _, ledger = say([ZONE], {}, 0)
    for hours in range(1, 20):
        said, ledger = say([ZONE] if hours % 2 else [], ledger, hours)
        assert said == []


def test_condition_that_returns_after_more_than_a_day_is_news() -> None:
    _, ledger = say([ZONE], {}, 0)
    _, ledger = say([], ledger, 12)
    _, ledger = say([], ledger, 25)
    assert ledger == {}
    said, _ = say([ZONE], ledger, 26)
    assert said == ["PST is no zone"]


def test_event_that_nobody_read_waits_for_a_reader_and_is_said_once() -> None:
    said, ledger = say([HELD], {}, 0, deliver=False)
    assert said == []
    said, ledger = say([], ledger, 500, deliver=False)
    assert said == []
    said, ledger = say([], ledger, 501)
    assert said == ["3 things wait"]
    said, _ = say([], ledger, 502)
    assert said == []


def test_condition_that_is_gone_before_anybody_read_is_not_said() -> None:
    _, ledger = say([ZONE], {}, 0, deliver=False)
    said, _ = say([], ledger, 1)
    assert said == []


def test_ledger_from_the_future_does_not_silence_for_ever() -> None:
    future = NOW + timedelta(days=20_000)
    said, _ = say([ZONE], {"zone": Entry(ZONE.text, False, future, future)}, 0)
    assert said == ["PST is no zone"]
    _, ledger = say([ZONE], {}, 0)
    said, _ = say([ZONE], ledger, -1)
    assert said == [], "a clock an hour back is no reason to say it again"


def test_ledger_survives_json_and_leaves_foreign_rows_out() -> None:
    _, ledger = say([ZONE, HELD], {}, 0)
    _, ledger = say([Alert("new", "x", event=True)], ledger, 1, deliver=False)
    written = json.loads(json.dumps(render_ledger(ledger)))
    assert parse_ledger(written) == ledger
    assert (
        parse_ledger(
            {
                "a": 1,
                "b": {"text": 2},
                "c": {"text": "x", "seen_at": "never"},
                "d": {"text": "x", "seen_at": "2026-01-01"},
            }
        )
        == {}
    )
    assert parse_ledger([]) == parse_ledger(None) == {}


def test_ledger_stays_small() -> None:
    alerts = [Alert(str(number), "x") for number in range(LEDGER_LIMIT + 50)]
    _, ledger = say(alerts, {}, 0)
    assert len(ledger) == LEDGER_LIMIT


def test_core_file_that_is_not_as_on_record_is_an_alert(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    soul = tmp_path / "SOUL.md"
    soul.write_text("kind", encoding="utf-8")
    (tmp_path / "USER.md").write_text("nobody put this on record", encoding="utf-8")
    files = Files(tmp_path)
    assert alerts_of_changes(files, read_layout(files)) == []
    record_trust(files, {"SOUL.md": files.read_document("SOUL.md").sha256}, now=NOW, by="user", how="init")
    assert alerts_of_changes(files, read_layout(files)) == []
    soul.write_text("cruel", encoding="utf-8")
    (alert,) = alerts_of_changes(files, read_layout(files))
    assert alert.text.startswith("SOUL.md changed without your approval; `daykeep trust SOUL.md`")
    soul.unlink()
    assert alerts_of_changes(files, read_layout(files)) == []
