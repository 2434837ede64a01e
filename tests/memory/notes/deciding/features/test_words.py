"""The words of a statement: names, numbers and Chinese characters are told apart, and neighbours are kept together."""

from daykeep.memory.notes.deciding.features.words import read_words


def test_a_name_inside_of_a_text_is_a_name_and_itself():
    assert {"<N>", "paprika", "in <N>", "<N> $"} <= read_words("Recipes are in Paprika")


def test_the_first_word_is_no_name():
    assert "<N>" not in read_words("Recipes are kept")


def test_numbers_are_all_the_same():
    assert read_words("wait 10 days") == read_words("wait 12 days")


def test_chinese_is_read_by_characters_and_their_neighbours():
    assert {"我", "我 是", "^ 我 是"} <= read_words("我是老师")


def test_an_empty_text_has_its_ends_only():
    assert read_words("") == {"^ $"}
