from hypothesis import given
from hypothesis import strategies as st

from daykeep.distill.score.features import (
    GATE_FEATURES,
    LINE_FEATURES,
    SECTION_BLOCKS,
    SECTION_FEATURES,
    places_of,
    section_masks,
    section_tokens,
)
from daykeep.distill.score.judge import Judge, judge_of, pack, unpack
from daykeep.distill.score.model import Head, Weights
from daykeep.distill.score.reading import read_section, skim_lines
from daykeep.distill.score.tokens import word_keys
from daykeep.memory.items import KINDS

NUMBERS = st.integers(-(2**26), 2**26)


def read(text, heading="Notes", parents=()):
    lines = text.splitlines()
    return read_section(
        heading, parents, 2, skim_lines((n, line, False) for n, line in enumerate(lines, start=1))
    )


def weights(durable, **others):
    """Weights that know nothing but what is given."""
    empty = Head(0, (0,) * len(SECTION_FEATURES), {})
    heads = dict.fromkeys(("lesson_fix", *KINDS), empty)
    heads |= {
        "durable": durable,
        "line": Head(0, (0,) * len(LINE_FEATURES), {}),
        "gate": Head(0, (0,) * len(GATE_FEATURES), {}),
    }
    curve = ((-1000, 1000), (0, 5000), (1000, 9000))
    return Weights(heads | others, curve, gate=0, keep=500, pair=0, line=0)


def only(feature, weight):
    features = [0] * len(SECTION_FEATURES)
    features[SECTION_FEATURES.index(feature)] = weight
    return Head(-100, tuple(features), {})


@given(st.lists(st.lists(NUMBERS, min_size=4, max_size=4), min_size=1, max_size=3))
def test_packed_numbers_add_up_one_by_one(rows):
    assert unpack(sum(pack(row) for row in rows), 4) == [sum(column) for column in zip(*rows, strict=True)]


def test_feature_that_is_there_adds_its_weight_once():
    judge = Judge(weights(only("label:fix", 700)))
    assert judge.judge(read("**Fix:** a\n**Fix:** b")).total == 600
    assert judge.judge(read("nothing here")).total == -100


def test_words_weigh_over_the_root_of_their_number():
    (key,) = word_keys(0, "orange")
    judge = Judge(weights(Head(0, (0,) * len(SECTION_FEATURES), {key: 900})))
    assert judge.judge(read("orange")).total == 900
    assert judge.judge(read("Orange and green things")).total == 450


def test_section_below_the_threshold_has_no_kind():
    judge = Judge(weights(only("label:fix", 500)))
    found = judge.judge(read("**Fix:** a"))
    assert (found.total, found.kind, found.score) == (400, "", 0.66)


def test_probability_rises_with_the_sum_and_stays_between_its_ends():
    made = weights(only("label:fix", 0))
    values = [made.probability(total) for total in range(-3000, 3000, 37)]
    assert values == sorted(values)
    assert (values[0], values[-1]) == (0.1, 0.9)


def test_pair_kinds_are_told_from_the_others_first():
    lesson = Head(400, (0,) * len(SECTION_FEATURES), {})
    fact = Head(300, (0,) * len(SECTION_FEATURES), {})
    made = weights(only("label:fix", 900), lesson=lesson, fact=fact)
    assert Judge(made).judge(read("**Fix:** a")).kind == "lesson"
    assert Judge(made._replace(pair=5000)).judge(read("**Fix:** a")).kind == "fact"


def test_reasons_name_the_strongest_features_with_their_signs():
    made = weights(only("label:fix", -700))
    assert Judge(made).reasons(read("**Fix:** a")) == [("label:fix", -0.7)]


def test_judge_of_the_same_weights_is_kept_with_its_tables():
    made = weights(only("label:fix", 1))
    assert judge_of(made) is judge_of(made)
    assert judge_of(None) is judge_of(None)


def test_sum_from_tables_is_the_sum_over_places_and_buckets():
    judge = judge_of()
    head = judge.weights.heads["durable"]
    for text in (
        "**Root cause:** the lock\n- never restart twice\n| a | b |",
        "根因：磁盘只读\n修复：重新挂载 /data",
        "Причина: диск\nРешение: проверять",
    ):
        reading = read(text, "Gateway 崩溃", ("Day", "Session 09:00"))
        total = head.bias + sum(head.features[p] for p in places_of(section_masks(reading), SECTION_BLOCKS))
        for space, tokens in enumerate(section_tokens(reading)):
            keys = [key for token in tokens for key in word_keys(space, token)]
            if keys:
                total += int(sum(head.words.get(key, 0) for key in keys) / len(keys) ** 0.5 // 1)
        assert abs(judge.judge(reading).total - total) <= 5  # each space is rounded down
