"""Runs at the same time, and what is kept between runs."""

from __future__ import annotations

import gc
import os
import subprocess
import sys

import pytest

from daykeep.distill.compare.featurecache import CACHE_FILE, FeatureCache
from daykeep.memory.sources import load_sources
from daykeep.text.claims.features import claim_features
from tests.distill.desk import LESSONS, Desk

TEXT = "Set a timeout on every request to the payment gateway"


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_four_processes_at_once_learn_everything_once_and_all_end_well(desk):
    for day, line in enumerate(LESSONS, 1):
        desk.lesson(line, name=f"memory/2026-02-{day:02}.md")
    command = [sys.executable, "-m", "daykeep", "distill", "--all", "--profile", "classic", "--json"]
    environment = {**os.environ, "HOME": str(desk.root), "DAYKEEP_FILES_LOCK_TIMEOUT_SECONDS": "60"}
    (desk.root / "daykeep.toml").write_text("")
    runs = [
        subprocess.Popen(
            command, cwd=desk.root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(4)
    ]
    answers = [(run.communicate()[1], run.returncode) for run in runs]
    assert [code for _, code in answers] == [0, 0, 0, 0], answers
    assert [desk.memory.count(line) for line in LESSONS] == [1] * len(LESSONS)
    records = [(record.item, record.line) for record in load_sources(desk.files)[0]]
    assert len(records) == len(set(records)) == len(LESSONS)


def test_features_are_kept_and_given_back_as_they_are(desk):
    cache = FeatureCache(desk.files)
    assert cache.get(TEXT) == claim_features(TEXT)
    cache.put("another", frozenset({1, "x"}))
    cache.save()
    again = FeatureCache(desk.files)
    assert again.get(TEXT) == claim_features(TEXT)
    assert again.get("another") == {1, "x"}


@pytest.mark.parametrize("content", ["", "[]", "{", '{"maker": "other", "texts": {}}', '{"texts": 5}'])
def test_any_cache_is_survived_and_made_anew(desk, content):
    path = desk.root / CACHE_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    cache = FeatureCache(desk.files)
    assert cache.get(TEXT) == claim_features(TEXT)
    cache.save()
    assert FeatureCache(desk.files).get(TEXT) == claim_features(TEXT)


def test_cache_of_other_tables_of_words_does_not_count(desk, monkeypatch):
    cache = FeatureCache(desk.files)
    cache.put(TEXT, frozenset({"stale"}))
    cache.save()
    monkeypatch.setattr("daykeep.distill.compare.featurecache.fingerprint", lambda: "00000000")
    assert FeatureCache(desk.files).get(TEXT) == claim_features(TEXT)


def test_cache_that_another_run_wrote_meanwhile_is_left_alone(desk):
    first, second = FeatureCache(desk.files), FeatureCache(desk.files)
    first.get(TEXT)
    first.save()
    second.put("another", frozenset({1}))
    second.save()
    assert FeatureCache(desk.files).get(TEXT) == claim_features(TEXT)


def test_runs_leave_a_cache_that_may_go(desk):
    desk.rules = desk.rules._replace(gate=1.0)
    desk.lesson(TEXT)
    desk.run()
    (desk.root / CACHE_FILE).unlink()
    desk.forget_state()
    assert [outcome.status for outcome in desk.run().plan.outcomes] == ["duplicate"]


def test_what_a_run_wrote_to_memory_is_in_the_cache_and_not_read_again(desk, monkeypatch):
    desk.lesson(*LESSONS[:2])
    assert desk.run().plan.added
    read = []
    monkeypatch.setattr(
        "daykeep.distill.compare.featurecache.claim_features",
        lambda text: read.append(text) or claim_features(text),
    )
    desk.lesson(LESSONS[2], name="memory/2026-02-20.md")
    desk.run()
    assert LESSONS[2] in "\n".join(read)
    assert [text for text in read if LESSONS[0] in text or LESSONS[1] in text] == []


def test_collecting_of_circles_goes_on_after_a_run(desk):
    desk.lesson(*LESSONS[:2])
    desk.run()
    assert gc.isenabled()
