"""The benchmarks of search: what a file of questions is measured as, and that the shipped ranking keeps its goals."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from benchmarks import retrieval, retrieval_zh, search_scale
from benchmarks.harness import find_data, run
from benchmarks.retrieval import GOALS

DATA = os.environ.get("DAYKEEP_DATA")
NEEDS_DATA = pytest.mark.skipif(not DATA, reason="DAYKEEP_DATA is not set: no conversations at hand")

TALKS = {
    "sample_id": "one",
    "conversation": {
        "speaker_a": "Ann",
        "speaker_b": "Ben",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "My boat needs paint."},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "Good luck!", "blip_caption": "a yellow lighthouse"},
        ],
        "session_2_date_time": "10:04 am on 2 June, 2023",
        "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "I adopted a kitten called Miso."}],
        "session_3_date_time": "10:04 am on 9 June, 2023",
    },
    "qa": [
        {"question": "What does Ann's boat need?", "category": 4, "evidence": ["D1:1"], "answer": "paint"},
        {
            "question": "What do Ann's boat and Ben's kitten need?",
            "category": 1,
            "evidence": ["D1:1; D2:1"],
            "answer": "care",
        },
        {"question": "Which lighthouse is yellow?", "category": 4, "evidence": ["D1:2"], "answer": "Ben"},
        {"question": "What does Ben's boat need?", "category": 5, "evidence": ["D1:1"]},
        {"question": "What else?", "category": 4, "evidence": ["D7:1"]},
    ],
}
PARAGRAPHS = {
    "version": "v1.0",
    "data": [
        {
            "paragraphs": [
                {
                    "context": "战国无双由两家公司合作开发。它在二零零九年发售。",
                    "qas": [
                        {
                            "question": "战国无双什么时候发售？",
                            "answers": [{"text": "二零零九年", "answer_start": 16}],
                        },
                        {"question": "谁？", "answers": [{"text": "没有人", "answer_start": 3}]},
                    ],
                },
                {"context": "", "qas": []},
            ]
        },
        {"paragraphs": [{"context": "他喜欢看书。", "qas": []}]},
    ],
}


def written(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def measured(module, name, path, capsys, *more):
    arguments = ["--data", str(path), "--json", *more]
    run(name, module.TITLE, module.measure, options=module.add_options, arguments=arguments)
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("form", ["file", "one conversation", "folder", "folder beside others"])
def test_conversations_of_another_file_are_measured(form, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("DAYKEEP_DATA", str(tmp_path / "nowhere"))
    file = written(tmp_path / "locomo" / "others.json", TALKS if form == "one conversation" else [TALKS])
    path = {"folder": file.parent, "folder beside others": tmp_path}.get(form, file)
    result = measured(retrieval, "retrieval", path, capsys)
    figures = result["figures"]
    assert result["tables"][0]["title"] == "3 questions, an index for each of 1 conversations"
    assert [figures[name]["value"] for name in GOALS] == [100, 100, 100, 100]
    assert [figures[name]["goal"] for name in GOALS] == [">= 75", ">= 82", ">= 60", ">= 93"]


def test_plain_ways_stand_beside_the_ranking_and_what_it_finds_more_is_a_figure(tmp_path, capsys):
    result = measured(retrieval, "retrieval", written(tmp_path / "a.json", [TALKS]), capsys)
    for table in result["tables"]:
        rows = {row[0]: row[1:] for row in table["rows"]}
        assert set(rows) == {"everything", "FTS5 porter", "FTS5 trigram", "distinct words, as with ripgrep"}
        assert rows["FTS5 porter"] == [100] * 5
    assert result["figures"]["turn R@10 over FTS5 porter"]["value"] == 0
    assert "session recall@5, pooled, over distinct words, as with ripgrep" in result["figures"]


def test_ablations_leave_out_a_part_each_and_pictures_are_one_of_them(tmp_path, capsys):
    path = written(tmp_path / "a.json", [TALKS])
    rows = measured(retrieval, "retrieval", path, capsys, "--ablations")["tables"][0]["rows"]
    values = {row[0]: row[1:] for row in rows}
    assert {setting.name for setting in retrieval.ablations()} <= set(values)
    assert values["without pictures"][0] < values["everything"][0]


@pytest.mark.parametrize("form", ["file", "folder"])
def test_chinese_paragraphs_of_another_file_are_measured(form, tmp_path, capsys):
    file = written(tmp_path / "mine.json", PARAGRAPHS)
    result = measured(retrieval_zh, "retrieval_zh", file if form == "file" else tmp_path, capsys)
    [table] = result["tables"]
    assert table["title"] == "1 questions, 2 paragraphs, 3 sentences"
    assert result["figures"]["Chinese sentence hit@10"]["value"] == 100
    assert [row[0] for row in table["rows"]][:2] == ["words", "FTS5, pairs of characters"]


@pytest.mark.parametrize("given", [None, "nothing"])
def test_data_that_is_not_there_is_named(given, tmp_path):
    with pytest.raises(SystemExit, match=re.escape(retrieval.CONVERSATIONS)):
        find_data(given and tmp_path / given, retrieval.CONVERSATIONS)


def test_usual_file_is_taken_where_a_folder_holds_more(tmp_path):
    usual = written(tmp_path / retrieval.CONVERSATIONS, [])
    written(tmp_path / "locomo" / "another.json", [])
    written(tmp_path / "more.json", [])
    assert find_data(tmp_path, retrieval.CONVERSATIONS) == [usual]


def test_scale_takes_turns_and_questions_of_any_such_file(tmp_path):
    material = search_scale.read_material(written(tmp_path / "a.json", [TALKS]))
    assert [speaker for speaker, _ in material.turns] == ["Ann", "Ben", "Ben"]
    assert len(material.questions) == len(TALKS["qa"])


@NEEDS_DATA
def test_shipped_ranking_keeps_its_goals_on_the_conversations_at_hand():
    [path] = find_data(Path(str(DATA)), retrieval.CONVERSATIONS)
    corpora = [retrieval.fill([one]) for one in json.loads(path.read_text(encoding="utf-8"))]
    found = retrieval.ask_all(corpora, retrieval.ablations()[0])
    several = [one for one in found if one.category == retrieval.SEVERAL]
    assert len(found) > 500
    for count, goal, ones in (
        (0, "turn R@5", found),
        (1, "turn R@10", found),
        (1, "multi-evidence questions R@10", several),
    ):
        assert 100 * sum(one.turns[count] for one in ones) / len(ones) >= GOALS[goal], goal
