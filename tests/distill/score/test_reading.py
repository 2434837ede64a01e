import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.distill.score import features
from daykeep.distill.score.features import SECTION_BLOCKS, SECTION_FEATURES, places_of, section_masks
from daykeep.distill.score.lexicon import load_lexicon, parse_lexicon
from daykeep.distill.score.reading import FORM, find_label_end, read_section, skim_lines
from daykeep.distill.score.tokens import BIT, BUCKETS, CONCEPTS, bits_of, cut, places, token_bits, word_keys


def read(text, heading="Notes", fenced=()):
    lines = text.split("\n")
    return read_section(
        heading, (), 2, skim_lines((n, line, n in fenced) for n, line in enumerate(lines, start=1))
    )


@pytest.mark.parametrize(
    ("word", "concept"),
    [("Lessons", "lesson"), ("教训", "lesson"), ("Ursache", "cause"), ("решение", "fix"), ("必ず", "scope"), ("nunca", "scope"),
     ("masalah", "problem"), ("오류", "problem"), ("décision", "decision"), ("preferisce", "prefer")],
)  # fmt: skip
def test_word_of_any_language_carries_its_concept(word, concept):
    assert token_bits[word] & BIT[concept]


def test_word_inside_a_run_without_spaces_is_found():
    assert bits_of("这次的根因是磁盘满了") & BIT["cause"]


@pytest.mark.parametrize(
    ("token", "mark"),
    [("14:30", "time"), ("2026-03-01", "date"), ("6a881412", "hex"), ("→", "arrow"), ("✅", "ok"), ("❌", "bad"),
     ("https://x.org/a", "url"), ("NEVER", "shout"), ("`", "code"), ("<URL>", "url"), ("<PERSON_3>", "name")],
)  # fmt: skip
def test_token_carries_its_mark(token, mark):
    assert cut(token) == [token]
    assert token_bits[token] & BIT[mark]


def test_lexicon_has_every_concept_once_and_no_word_of_two_tokens():
    names = load_lexicon().names
    assert len(set(names)) == len(names) == len(CONCEPTS)
    lexicon = load_lexicon()
    words = [*lexicon.exact, *lexicon.prefix]
    assert [word for word in words if cut(word) != [word]] == []


def test_lexicon_reads_prefixes_and_runs():
    lexicon = parse_lexicon("# note\n[fix]\nfixed repair* 修复 不工作\n[cause]\nfixed")
    assert lexicon.exact == {"fixed": 3}
    assert lexicon.prefix == {"repair": 1}
    assert lexicon.pairs == {"修复": 1}
    assert lexicon.longer == {"不工": (("不工作", 1),)}


@pytest.mark.parametrize(
    ("line", "form"),
    [("- a", "bullet"), ("3. a", "numbered"), ("- [ ] a", "open_box"), ("- [x] a", "done_box"), ("| a |", "table"),
     ("> a", "quoted_line"), ("{", "json"), ("  a", "indented"), ("Fix: a", "label"), ("**Fix**", "label_empty"), ("a:", "ends_colon")],
)  # fmt: skip
def test_line_has_its_form(line, form):
    (found,) = read(line).lines
    assert found.bits & FORM[form]


def test_blank_lines_rules_and_fence_marks_are_counted_and_not_read():
    reading = read("a\n\n---\n```\ncode\n```", fenced={4, 5, 6})
    assert [line.number for line in reading.lines] == [1, 5]
    assert reading.blanks == 4


def test_code_carries_no_concepts():
    reading = read("always fix the error", fenced={1})
    assert not reading.lines[0].bits & BIT["problem"]
    assert read("always fix the error").lines[0].bits & BIT["problem"]


def test_nested_line_knows_what_it_stands_under():
    lines = read("**Root cause:**\n- the disk\n  - was full").lines
    assert lines[1].governor & BIT["cause"]
    assert lines[2].depth == 2


@pytest.mark.parametrize(
    ("text", "label"),
    [("**Fix:** a", "Fix:"), ("原因：超时", "原因"), ("✅ Fix: a", "Fix"), ("see http://x", ""), ("14:30 went", ""), ("a | b: c", "")],
)  # fmt: skip
def test_label_is_found_by_its_form(text, label):
    assert find_label_end(text)[0] == label


@given(st.integers(0, 2**100))
def test_places_are_the_bits(mask):
    assert sum(1 << place for place in places(mask)) == mask


@given(st.lists(st.integers(0, 2**12 - 1), max_size=70))
def test_counts_are_those_of_each_bit(masks):
    found = features._counts(masks)
    total = min(len(masks), 63)
    least = (1, 2, 4, max(-(-total // 3), 1), max(-(-2 * total // 3), 1))
    for mask, needed in zip(found, least, strict=True):
        for place in range(12):
            count = min(sum(one >> place & 1 for one in masks), 63)
            assert bool(mask >> place & 1) == (count >= needed)


@given(st.text(max_size=200), st.text(max_size=30))
def test_any_text_has_features_with_names_and_words_with_buckets(text, heading):
    reading = read(text, heading)
    found = places_of(section_masks(reading), SECTION_BLOCKS)
    assert found == sorted(set(found))
    assert not found or found[-1] < len(SECTION_FEATURES)
    for token in cut(text):
        assert all(BUCKETS <= key < 2 * BUCKETS for key in word_keys(1, token))
