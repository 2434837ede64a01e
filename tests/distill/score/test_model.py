import json
from pathlib import Path

import pytest

from daykeep.distill.score import model
from daykeep.distill.score.model import load_weights, parse_weights, render_weights
from daykeep.memory.items import KINDS


def shipped():
    return Path(model.__file__).with_name(model.WEIGHT_FILE).read_text(encoding="utf-8")


def test_shipped_weights_have_every_head_and_read_back_the_same():
    weights = load_weights()
    assert set(weights.heads) == {"durable", "lesson_fix", "line", "gate", *KINDS}
    assert render_weights(weights) == shipped()


def test_shipped_weights_hold_numbers_and_names_of_heads_only():
    data = json.loads(shipped())
    strings = list(shipped().split('"')[1::2])
    assert set(strings) <= {"format", "curve", "gate", "keep", "pair", "line", "heads", "bias", "features", "buckets",
                            "weights", *data["heads"]}  # fmt: skip


def test_probabilities_of_the_shipped_curve_rise():
    corners = load_weights().curve
    assert list(corners) == sorted(corners)
    assert [probability for _, probability in corners] == sorted(probability for _, probability in corners)


@pytest.mark.parametrize(
    "change",
    [{"format": 1}, {"heads": {"durable": {"bias": 0, "features": [1], "buckets": [], "weights": []}}}],
)
def test_weights_of_other_features_are_refused(change):
    data = json.loads(shipped()) | change
    with pytest.raises(ValueError, match="train them again"):
        parse_weights(json.dumps(data))
