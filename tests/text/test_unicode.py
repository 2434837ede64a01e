"""Repairs and folding."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.unicode import fold, repair_surrogates, storable

any_text = st.text(st.characters())
broken_text = st.lists(st.one_of(st.characters(), st.sampled_from(["\ud83d", "\ude00", "\udfff"]))).map(
    "".join
)


def test_repair_surrogates_joins_pairs_and_replaces_lone_ones():
    assert repair_surrogates("a\ud83d\ude00b") == ("a😀b", 0)
    assert repair_surrogates("\udcffx\ud800") == ("\ufffdx\ufffd", 2)
    assert repair_surrogates("plain 😀") == ("plain 😀", 0)


@given(broken_text)
def test_repair_surrogates_result_can_be_encoded_and_is_stable(text):
    repaired, count = repair_surrogates(text)
    repaired.encode("utf-8")
    assert repair_surrogates(repaired) == (repaired, 0)
    assert repaired.count("\ufffd") == text.count("\ufffd") + count


@given(broken_text, st.sampled_from(["\0", "\r\n", "\r", ""]))
def test_storable_text_has_one_kind_of_line_end_and_nothing_that_no_file_holds(text, extra):
    plain, broken, nuls = storable(f"{text}{extra}{text}")
    assert not {"\0", "\r"}.intersection(plain)
    assert storable(plain) == (plain, 0, 0)
    assert nuls == 2 * text.count("\0") + (extra == "\0")
    assert plain.count("\ufffd") == 2 * text.count("\ufffd") + broken + nuls


@given(any_text)
def test_fold_is_idempotent(text):
    assert fold(fold(text)) == fold(text)


def test_fold_width_and_case_do_not_matter():
    assert fold("ＦＩＸ Ⅳ ﬁle") == "fix iv file"
