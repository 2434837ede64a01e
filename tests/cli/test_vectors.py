"""Vectors beside words, through the commands: a real server gives them, changes its mind, and fails."""

from __future__ import annotations

import json

import pytest

from tests.cli.searching import make
from tests.models.support import serving
from tests.workspace.making import write

pytest.importorskip("numpy")

TOPICS = (("zanthor", "quorble"), ("mivvet", "tolk"))
FILES = {
    "memory/notes/a.md": "- The zanthor is in the hall\n",
    "memory/notes/b.md": "- A quorble came by post\n",
}


class Model:
    """Gives a text a number for each topic it speaks of; ``size`` more numbers that are always 0."""

    def __init__(self):
        self.extra, self.failing, self.texts = 1, False, []

    def answer(self, body):
        if self.failing:
            return 503, b"tired"
        self.texts += body["input"]
        rows = [[*map(float, self.topics(text)), *[0.01] * self.extra] for text in body["input"]]
        data = [{"object": "embedding", "index": at, "embedding": row} for at, row in enumerate(rows)]
        return 200, json.dumps({"object": "list", "data": data, "model": body["model"]}).encode()

    @staticmethod
    def topics(text):
        return [any(word in text.lower() for word in words) for words in TOPICS]


@pytest.fixture
def model():
    return Model()


@pytest.fixture
def served(desk, model):
    """A workspace of a few lines, and a server that the user's own settings name."""
    root = make(desk)
    write(root, FILES)
    with serving(model.answer) as server:
        lines = f'[search.vectors]\nendpoint = "{server.endpoint}"\nmodel = "small"\n'
        write(desk.folder / "home", {".config/daykeep/config.toml": lines})
        yield root


def found(desk, root, question="zanthor"):
    answer = desk.run("search", question, "--json", where=root).json
    return [hit["text"] for hit in answer["hits"]], answer


def test_what_means_the_same_is_found_beside_words_once_vectors_are_made(desk, served):
    before, _ = found(desk, served)
    assert [text for text in before if "quorble" in text] == []
    assert desk.run("index", "vectors", where=served).code == 0
    after, answer = found(desk, served)
    assert "zanthor" in after[0]
    assert any("quorble" in text for text in after)
    assert any("by meaning alone" in str(hit) for hit in answer["hits"])


def test_where_words_find_nothing_vectors_add_nothing(desk, served):
    desk.run("index", "vectors", where=served)
    assert found(desk, served, "mivvet")[0] == []


def test_server_that_fails_leaves_the_answer_by_words_and_that_is_said(desk, served, model):
    by_words, _ = found(desk, served)
    desk.run("index", "vectors", where=served)
    model.failing = True
    hits, answer = found(desk, served)
    assert hits == by_words
    assert any("answered by words alone" in note for note in answer["notes"])


def test_only_what_is_new_is_sent(desk, served, model):
    desk.run("index", "vectors", where=served)
    model.texts.clear()
    write(served, {"memory/notes/new.md": "- A parrot named Otis\n"})
    desk.run("index", "update", where=served)
    desk.run("index", "vectors", where=served)
    assert [text for text in model.texts if any(line[2:-1] in text for line in FILES.values())] == []
    assert sum("Otis" in text for text in model.texts) == 1
