"""Predictions of the cache, held against what came."""

import pytest

from daykeep.transcripts.usage.usage import read_usage
from daykeep.triage.economics.realised import compare, mean_error, predict


def test_a_prediction_that_came_true_has_no_error():
    usage = read_usage(
        {"input_tokens": 10, "cache_read_input_tokens": 30_000, "cache_creation_input_tokens": 9_990}
    )
    realised = compare(predict(prefix=30_000, rewritten=9_000, new=1_000), usage)
    assert realised.error == 0
    assert (realised.cached, realised.created) == (30_000, 9_990)


def test_a_cache_that_was_lost_is_an_error_of_the_prefix():
    usage = read_usage(
        {"input_tokens": 0, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 40_000}
    )
    assert compare(predict(prefix=30_000, rewritten=10_000), usage).error == pytest.approx(0.75)
    assert compare(predict(prefix=30_000, rewritten=10_000, cold=True), usage).error == 0


def test_what_a_provider_does_not_count_as_written_is_what_it_read_anew():
    usage = read_usage({"prompt_tokens": 40_000, "prompt_tokens_details": {"cached_tokens": 30_000}})
    assert compare(predict(prefix=30_000, rewritten=10_000), usage).created == 10_000


def test_the_mean_error_is_none_before_anything_came():
    usage = read_usage({"input_tokens": 0, "cache_read_input_tokens": 50, "cache_creation_input_tokens": 50})
    assert mean_error([]) is None
    assert mean_error(
        [compare(predict(prefix=50, rewritten=50), usage), compare(predict(prefix=70, rewritten=30), usage)]
    ) == pytest.approx(0.1)
