"""What ``daykeep stats`` says of sessions and look-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.models.test_telemetry import Collector, address

if TYPE_CHECKING:
    from tests.cli.setting_up import Desk

__all__ = ["address"]
AT = ("--at", "2026-11-30 10:00")


def searched(desk: Desk, *, setting: str = "") -> None:
    """A workspace in which two searches were made, one of which found something."""
    desk.run("init", "ws")
    root = desk.folder / "ws"
    if setting:
        text = (root / "daykeep.toml").read_text()
        (root / "daykeep.toml").write_text(text.replace("[traces]\n", f"[traces]\n{setting}\n"))
    desk.run("log", "The cache is cold after a restart.", *AT, where=root)
    desk.run("search", "cold cache", *AT, where=root)
    desk.run("search", "kubernetes zebra", *AT, where=root)


def test_searches_are_counted_with_how_many_found_something(desk: Desk) -> None:
    searched(desk)
    root = desk.folder / "ws"
    data = desk.run("stats", "--json", *AT, where=root).json["sessions"]
    assert data["retrieval_hit_rate"] == 0.5
    assert [(one["name"], one["count"]) for one in data["events"]] == [("retrieval", 2)]
    assert "look-ups that found something: 50%" in desk.run("stats", *AT, where=root).out


def test_traces_hold_no_word_of_a_question(desk: Desk) -> None:
    searched(desk)
    text = (desk.folder / "ws/.daykeep/data/traces/2026-11.jsonl").read_text()
    assert "kubernetes" not in text


def test_switched_off_nothing_is_traced(desk: Desk) -> None:
    searched(desk, setting="enabled = false")
    assert not (desk.folder / "ws/.daykeep/data/traces").exists()
    assert "look-ups" not in desk.run("stats", *AT, where=desk.folder / "ws").out


def test_a_search_where_no_workspace_was_made_leaves_no_folder(desk: Desk) -> None:
    root = desk.folder / "plain"
    (root / "memory").mkdir(parents=True)
    (root / "SOUL.md").write_text("I like tea.\n")
    assert desk.run("search", "tea", *AT, where=root).code == 0
    assert not (root / ".daykeep").exists()


def test_traces_are_exported_once_to_the_collector_that_is_named(desk: Desk, address: str) -> None:
    searched(desk)
    root = desk.folder / "ws"
    line = ("stats", "--export", "otlp", "--endpoint", address, *AT)
    assert desk.run(*line, where=root).out == "2 events sent, 0 were sent before.\n"
    assert desk.run(*line, "--json", where=root).json["before"] == 2
    assert len(Collector.got["/v1/traces"]) == 1


def test_without_an_address_nothing_is_exported(desk: Desk) -> None:
    searched(desk)
    answer = desk.run("stats", "--export", "otlp", *AT, where=desk.folder / "ws")
    assert answer.code == 2
    assert "traces.endpoint" in answer.err


def test_a_workspace_may_not_name_the_collector(desk: Desk) -> None:
    searched(desk, setting='endpoint = "http://127.0.0.1:9"')
    assert desk.run("stats", "--export", "otlp", *AT, where=desk.folder / "ws").code == 4
