"""Traditional characters are read like simplified ones."""

import pytest

from daykeep.memory.notes.deciding import decide_type
from daykeep.memory.notes.deciding.features.traditional import read_simplified


@pytest.mark.parametrize(
    ("given", "read"), [("請先備份資料庫", "请先备份数据库"), ("测试", "测试"), ("tests", "tests")]
)
def test_characters_and_words_are_read_as_simplified_ones(given, read):
    assert read_simplified(given) == read


def test_a_statement_in_traditional_characters_gets_the_type_of_the_simplified_one():
    assert (
        decide_type("以後請不要直接改資料庫").type == decide_type("以后请不要直接改数据库").type == "feedback"
    )
