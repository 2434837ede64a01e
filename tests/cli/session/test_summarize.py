"""The memory of a session, brought up to date from the command line."""

from __future__ import annotations

from tests.cli.session.keeping import PREF, keep_history

DECISION = "Let's use PostgreSQL and not MySQL, because the reports need window functions."


def test_summary_names_what_was_said_and_what_is_registered(desk, work, run):
    keep_history(desk, work, DECISION, "go on")
    run("register", *PREF, "--session", "kept", "--round", "1")
    out = run("summarize").out
    assert "PostgreSQL" in out
    assert "- Use Feishu notifications" in out
    assert "Use Feishu notifications" in (work / "memory/sessions/kept.md").read_text()


def test_summary_works_without_a_history_and_twice_changes_nothing(run, ask, work):
    session = ask("register", *PREF)["session"]
    assert ask("summarize")["sections"]["preferences"] == ["Use Feishu notifications"]
    path = work / f"memory/sessions/{session}.md"
    before = path.read_bytes()
    run("summarize")
    assert path.read_bytes() == before


def test_replaced_information_leaves_the_summary(run, ask):
    run("register", *PREF)
    run("summarize")
    run("register", "--id", "user_pref", "--type", "user_preference", "--content", "Use mail")
    assert ask("summarize")["sections"]["preferences"] == ["Use mail"]


def test_words_of_strangers_are_not_kept_and_it_is_said(run, work):
    run("register", *PREF, "--origin", "web")
    answer = run("summarize")
    assert answer.out == ""
    assert "came from outside" in answer.err
    assert not list((work / "memory").glob("sessions/*"))


def test_lines_of_others_stay(run, ask, work):
    session = ask("register", *PREF)["session"]
    path = work / f"memory/sessions/{session}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# Mine\n\n## Goal\n\n- my own\n\nfree text\n")
    run("summarize")
    assert path.read_text().startswith("# Mine\n\n## Goal\n\n- my own\n\nfree text\n")


def test_compression_brings_the_memory_up_to_date(desk, work, ask):
    keep_history(desk, work, DECISION, "go on")
    ask("compress")
    assert "PostgreSQL" in (work / "memory/sessions/kept.md").read_text()
