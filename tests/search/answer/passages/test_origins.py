"""From whom the text of a hit comes."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from daykeep.files.store import Files
from daykeep.search.answer import Asking, Searcher
from daykeep.search.answer.passages.hit import make_hit
from daykeep.search.answer.passages.origins import Origins
from daykeep.search.index import Pace
from daykeep.search.sources.knowledge import Base, KnowledgeSource
from tests.search.answer.making import LATER, open_searcher
from tests.workspace.making import write

SAMPLE = Path(__file__).parents[4] / "scripts" / "sample"
MARKED = "# Day\n\n- our own kettle\n\n<!-- daykeep:origin origin={origin} -->\n- foreign teapot\n<!-- /daykeep:origin -->\n"


def origins(searcher, question):
    return {hit.text: hit.origin for hit in searcher.answer(question, Asking(date(2026, 3, 16))).hits}


@pytest.mark.parametrize(("mark", "origin"), [("web", "web"), ("tool", "tool"), ("import", "import"), ("nonsense", "unknown")])  # fmt: skip
def test_marked_text_has_its_origin_and_what_stands_beside_it_none(tmp_path, mark, origin):
    with open_searcher(tmp_path / "w", {"memory/2026-03-01.md": MARKED.format(origin=mark)}) as searcher:
        found = origins(searcher, "kettle teapot")
    assert found["- our own kettle"] == ""
    assert found["- foreign teapot"] == origin


def test_mark_in_a_knowledge_base_counts_for_as_long_as_the_file_tells_it(tmp_path):
    base, files = (
        write(tmp_path / "base", {"a.md": MARKED.format(origin="web"), "b.md": "# B\n\nplain teapot\n"}),
        Files(tmp_path),
    )
    with Searcher(
        [KnowledgeSource([Base(base.root)])], files=files, folder=None, pace=lambda _: Pace(LATER)
    ) as searcher:
        hits = {hit.text: hit for hit in searcher.answer("kettle teapot", Asking(date(2026, 3, 16))).hits}
    said = {text: hit.origin for text, hit in hits.items() if "teapot" in text or "kettle" in text}
    assert said == {"- our own kettle": "", "- foreign teapot": "web", "plain teapot": ""}
    (tmp_path / "base/a.md").write_text("moved down\n\n" + MARKED.format(origin="web"))
    (tmp_path / "base/b.md").unlink()
    assert Origins(files).find(hits["- our own kettle"]) == "unknown"
    assert Origins(files).find(hits["plain teapot"]) == ""


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
