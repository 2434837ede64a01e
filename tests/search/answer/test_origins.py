"""From whom the text of a hit comes."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from daykeep.search.answer import Asking
from daykeep.search.answer.hit import make_hit
from daykeep.search.answer.origins import Origins
from tests.search.answer.making import open_searcher

SAMPLE = Path(__file__).parents[3] / "scripts" / "sample"
MARKED = "# Day\n\n- our own kettle\n\n<!-- daykeep:origin origin={origin} -->\n- foreign teapot\n<!-- /daykeep:origin -->\n"


def origins(searcher, question):
    return {hit.text: hit.origin for hit in searcher.answer(question, Asking(date(2026, 3, 16))).hits}


@pytest.mark.parametrize(("mark", "origin"), [("web", "web"), ("tool", "tool"), ("import", "import"), ("nonsense", "unknown")])  # fmt: skip
def test_marked_text_has_its_origin_and_what_stands_beside_it_none(tmp_path, mark, origin):
    with open_searcher(tmp_path / "w", {"memory/2026-03-01.md": MARKED.format(origin=mark)}) as searcher:
        found = origins(searcher, "kettle teapot")
    assert found["- our own kettle"] == ""
    assert found["- foreign teapot"] == origin


def test_turns_of_a_conversation_in_a_log_are_a_transcript(tmp_path):
    log = "# Session\n\n## Conversation Summary\n\nuser: where is the teapot\nassistant: on the shelf\nuser: thanks\n"
    with open_searcher(tmp_path / "w", {"memory/2026-03-01-tea.md": log}) as searcher:
        assert set(origins(searcher, "where is the teapot").values()) == {"transcript"}


@pytest.mark.parametrize("now", [None, "", "- kettle\n- teapot\n", "- another\n"])
def test_text_that_no_longer_stands_at_its_lines_is_of_unknown_origin(tmp_path, now):
    with open_searcher(tmp_path / "w", {"memory/2026-03-01.md": "- teapot\n"}) as searcher:
        (hit,) = searcher.answer("teapot", Asking(date(2026, 3, 16))).hits
        assert hit.origin == ""
        path = tmp_path / "w/memory/2026-03-01.md"
        path.unlink() if now is None else path.write_text(now)
        assert Origins(searcher._files).find(hit) == "unknown"


def test_every_passage_of_a_workspace_is_recognised_as_its_own(tmp_path):
    token = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    odd = f"---\ntags: [a, b]\n---\n\ufeff# T\r\n\r\n| a | b |\n|---|---|\n| teapot {token} | 2 |\n\n```sh\n  teapot\n```\n\n{'A teapot here. ' * 300}\n  - teapot\n\n\tteapot\n"
    logs = {path.relative_to(SAMPLE).as_posix(): path.read_bytes() for path in SAMPLE.rglob("*.md")}
    with open_searcher(tmp_path / "w", {**logs, "memory/odd.md": odd}) as searcher:
        searcher.update()
        store = searcher.index.store
        origins, strange = Origins(searcher._files), []
        for name in (*logs, "memory/odd.md"):
            shown = searcher.show(name, context=1 << 20)
            hits = [make_hit(shown.document, chunk, score=0, why=()) for chunk in shown.chunks]
            strange += [(hit.place, hit.text) for hit in hits if origins.find(hit) == "unknown"]
        assert store.count()[1] > 170
    assert strange == []
