"""From where on a model caches, by its name in anybody's spelling."""

from __future__ import annotations

import pytest

from daykeep.context.cache.minimums import minimum_of


@pytest.mark.parametrize(
    ("model", "tokens"),
    [
        ("claude-opus-5", 512),
        ("claude-fable-5", 512),
        ("claude-opus-4-8", 1024),
        ("claude-sonnet-5", 1024),
        ("claude-sonnet-4-6", 1024),
        ("claude-sonnet-4-5-20250929", 1024),
        ("claude-opus-4-7", 2048),
        ("anthropic/claude-opus-4.6", 4096),
        ("us.anthropic.claude-opus-4-5-20251101-v1:0", 4096),
        ("Claude Haiku 4.5", 4096),
    ],
)
def test_minimum_of_a_known_model_is_that_of_the_table(model, tokens):
    assert minimum_of(model) == (tokens, True)


@pytest.mark.parametrize("model", ["", "gpt-5", "claude-3-5-sonnet-20241022", "claude-opus-9"])
def test_minimum_of_an_unknown_model_is_assumed(model):
    assert minimum_of(model) == (1024, False)
