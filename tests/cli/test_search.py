"""``daykeep search`` on a real workspace, a vault and conversations."""

from __future__ import annotations

import pytest

from tests.cli.searching import NOW, TOKEN, make, name_sources, places
from tests.workspace.making import digest, write


def ask(desk, root, *words):
    answer = desk.run("search", *words, "--json", *NOW, where=root)
    assert answer.code == 0, answer.out
    return answer.json


def test_hit_says_where_it_stands_of_which_day_how_sure_and_why(desk):
    root = make(desk)
    answer = ask(desk, root, "which port does the proxy listen on")
    first = answer["hits"][0]
    assert first["path"] == "MEMORY.md"
    assert first["lines"] == [5, 5]
    assert first["heading"][-1] == "Network"
    assert (first["source"], first["level"]) == ("workspace", "memory")
    assert 0 < first["score"] <= 1
    assert first["why"]
    assert (answer["type"], answer["found"]) == ("settings", True)
    day = ask(desk, root, "boiler pressure")["hits"][0]
    assert (day["day"], day["level"]) == ("2026-03-10", "daily")


def test_text_for_people_has_place_heading_and_line(desk):
    out = desk.run("search", "boiler pressure", *NOW, where=make(desk)).out
    assert out.startswith("1. memory/2026-03-10.md:5  Boiler  daily  0.")
    assert "\n   - The boiler lost pressure.\n" in out


def test_words_need_no_quotes(desk):
    root = make(desk)
    assert places(ask(desk, root, "boiler", "pressure")) == places(ask(desk, root, "boiler pressure"))


def test_nothing_relevant_is_said_and_not_padded(desk):
    root = make(desk)
    answer = ask(desk, root, "quantum chromodynamics lattice")
    assert (answer["found"], answer["hits"]) == (False, [])
    said = desk.run("search", "quantum chromodynamics lattice", where=root)
    assert (said.code, said.out) == (0, "Nothing relevant found in 11 files.\n")


def test_nothing_under_limits_does_not_speak_of_all_files(desk):
    said = desk.run("search", "boiler", "--level", "note", where=make(desk)).out
    assert said == "Nothing relevant found under these limits.\n"


@pytest.mark.parametrize("question", ["", "   ", "\n"])
def test_empty_question_is_a_usage_error(desk, question):
    assert desk.run("search", question, where=make(desk)).code == 2


def test_question_of_signs_alone_is_told_that_it_has_no_words(desk):
    answer = ask(desk, make(desk), "??? !!!")
    assert answer["hits"] == []
    assert answer["notes"] == ["the question has no word to look for"]


def test_question_as_long_as_a_book_is_answered(desk):
    root = make(desk)
    book = " ".join(f"word{number}" for number in range(9000)) + " boiler pressure plumber"
    assert desk.run("search", book, "--limit", "3", where=root).code == 0
    assert places(ask(desk, root, "boiler " * 5000))[0] == "memory/2026-03-10.md:5"


def test_question_that_begins_with_a_dash_is_no_option(desk):
    assert places(ask(desk, make(desk), "- The boiler lost pressure."))[0] == "memory/2026-03-10.md:5"


@pytest.mark.parametrize(
    ("limits", "found"),
    [
        (("--since", "2026-03-10", "--until", "2026-03-10"), {"memory/2026-03-10.md"}),
        (("--since", "2026-03-11"), set()),
        (("--level", "daily"), {"memory/2026-03-10.md"}),
        (("--level", "memory"), set()),
        (("--source", "workspace"), {"memory/2026-03-10.md"}),
    ],
)
def test_limits_narrow_the_answer(desk, limits, found):
    answer = ask(desk, make(desk), "boiler", *limits)
    assert {hit["path"] for hit in answer["hits"]} == found


def test_notes_are_found_by_type_and_tag(desk):
    root = make(desk)
    for limit in (("--kind", "user"), ("--tag", "Kitchen")):
        assert {hit["path"] for hit in ask(desk, root, "oolong", *limit)["hits"]} == {"memory/notes/tea.md"}
    assert ask(desk, root, "oolong", "--tag", "garden")["hits"] == []


def test_day_that_is_no_day_is_a_usage_error(desk):
    assert desk.run("search", "boiler", "--since", "someday", where=make(desk)).code == 2


def test_days_in_the_question_count(desk):
    answer = ask(desk, make(desk), "what happened on 12 March")
    assert answer["days"] == ["2026-03-12", "2026-03-12"]
    assert {hit["day"] for hit in answer["hits"]} == {"2026-03-12"}


def test_same_text_in_two_places_is_one_hit_that_names_both(desk):
    root = make(desk)
    log = root / "memory/2026-03-12.md"
    log.write_text(log.read_text() + "- The proxy listens on port 8443.\n")
    (hit,) = (hit for hit in ask(desk, root, "proxy port 8443")["hits"] if "8443" in hit["text"])
    assert (hit["path"], hit["also"]) == ("MEMORY.md", ["memory/2026-03-12.md:5"])


def test_limit_and_context(desk):
    root = make(desk)
    answer = ask(desk, root, "boiler plumber", "--limit", "1", "--context", "1")
    (hit,) = answer["hits"]
    assert [one["wanted"] for one in hit["context"]].count(True) == 1
    assert len(hit["context"]) in {2, 3}
    shown = desk.run("search", "boiler pressure", "--limit", "1", "--context", "1", where=root).out
    assert " > - The boiler lost pressure." in shown
    assert "   - Filled it to 1.5 bar." in shown


def test_long_hit_is_cut_for_people_and_whole_with_full(desk):
    root = make(desk)
    table = "\n".join(f"| gauge{number} | {number} |" for number in range(9))
    write(root, {"memory/2026-03-14.md": f"# 2026-03-14\n\n| gauge | value |\n|---|---|\n{table}\n"})
    short = desk.run("search", "gauge value gauge8", where=root).out
    assert "more lines: daykeep show memory/2026-03-14.md:3" in short
    assert "gauge8" not in short
    assert "gauge8" in desk.run("search", "gauge value gauge8", "--full", where=root).out


def test_vault_and_conversations_answer_beside_the_workspace(desk):
    root = make(desk)
    vault = name_sources(desk)
    (boat, *_) = ask(desk, root, "what does the mooring cost")["hits"]
    assert (boat["source"], boat["path"], boat["id"]) == (
        "knowledge",
        f"{vault}/Boat.md",
        "knowledge:vault/Boat.md:3",
    )
    (paddle, *_) = ask(desk, root, "kayak paddle shed")["hits"]
    assert (paddle["source"], paddle["origin"]) == ("conversations", "transcript")
    assert paddle["speaker"] in {"user", "assistant"}


def test_source_that_is_named_later_is_read_to_its_end_at_once(desk):
    root = make(desk)
    ask(desk, root, "boiler")
    vault = name_sources(desk)
    write(vault, {f"n{number}.md": f"# n\n\n- filler number{number}\n" for number in range(300)})
    answer = ask(desk, root, "number299")
    assert answer["stale"] == []
    assert answer["hits"][0]["path"].endswith("n299.md")


def test_source_that_nobody_named_is_said_instead_of_nothing(desk):
    root = make(desk)
    for source, key in (("knowledge", "search.knowledge"), ("conversations", "search.conversations")):
        answer = ask(desk, root, "boiler", "--source", source)
        assert answer["hits"] == []
        assert key in answer["notes"][0]


def test_knowledge_base_that_is_missing_is_named_in_every_answer(desk):
    root = make(desk)
    vault = name_sources(desk)
    ask(desk, root, "mooring")
    vault.rename(desk.folder / "elsewhere")
    answer = ask(desk, root, "what does the mooring cost")
    assert answer["notes"] == [f"not searched: {vault}: there is no such folder"]
    assert answer["hits"][0]["path"] == f"{vault}/Boat.md", "what is known of it stays"


def test_workspace_that_was_cloned_can_not_name_sources(desk):
    root = make(desk)
    name_sources(desk)
    settings = desk.folder / "home/.config/daykeep/config.toml"
    (root / "daykeep.toml").write_text(settings.read_text())
    settings.unlink()
    answer = desk.run("search", "mooring", "--json", where=root)
    assert answer.code == 4
    assert "340" not in answer.out


def test_secrets_are_masked_in_every_output(desk):
    root = make(desk)
    name_sources(desk)
    for question in ("deploy key Gitea", "boat alarm code", "kayak paddle behind the shed"):
        for more in ((), ("--json",), ("--full",), ("--context", "2"), ("--context", "2", "--json")):
            answer = desk.run("search", question, *more, where=root)
            assert "[secret:" in answer.out, (question, more)
            assert TOKEN not in answer.out + answer.err
    answer = desk.run("search", f"who has {TOKEN}", where=root)
    assert TOKEN not in answer.out + answer.err


def test_hidden_characters_and_escapes_are_spelled_out(desk):
    root = make(desk)
    write(root, {"memory/2026-03-14.md": "- zebra \u202eevil\u202c pass\u200bword \x1b[31mred\n"})
    out = desk.run("search", "zebra", where=root).out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "[U+202E]evil" in out


def test_text_from_outside_is_marked(desk):
    root = make(desk)
    (hit, *_) = ask(desk, root, "orchid catalogue")["hits"]
    assert hit["origin"] == "web"
    assert "from outside: web" in desk.run("search", "orchid catalogue", where=root).out


def test_searching_changes_no_byte_of_what_it_finds(desk):
    root = make(desk)
    name_sources(desk)
    folders = (root, desk.folder / "vault", desk.folder / "talks")
    before = [digest(folder) for folder in folders]
    times = [sorted((str(p), p.stat().st_mtime_ns) for p in folder.rglob("*")) for folder in folders]
    for words in (
        ("search", "boiler"),
        ("show", "MEMORY.md:5"),
        ("enhance", "--query", "boiler"),
        ("index", "rebuild"),
    ):
        assert desk.run(*words, where=root).code == 0
    assert [digest(folder) for folder in folders] == before
    assert [sorted((str(p), p.stat().st_mtime_ns) for p in folder.rglob("*")) for folder in folders] == times


def test_same_files_at_the_same_time_give_the_same_answer(desk):
    root = make(desk)
    name_sources(desk)
    first = desk.run("search", "boiler plumber", "--json", *NOW, where=root).out
    assert desk.run("search", "boiler plumber", "--json", *NOW, where=root).out == first
    desk.run("index", "rebuild", where=root)
    assert desk.run("search", "boiler plumber", "--json", *NOW, where=root).out == first
