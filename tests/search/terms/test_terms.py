"""Terms of texts and questions: what is the same in both, whole and in parts, in every script."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.search.terms import is_prefix, query_terms, stop_terms, terms
from daykeep.search.terms.cutting import _MOST_REMEMBERED, _PIECES


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bought", "buying"),
        ("cities", "city"),
        ("painted", "paints"),
        ("children", "child"),
        ("CAFÉ", "cafe"),
        ("Straße", "strasse"),
        ("ＦＵＬＬ", "full"),
        ("книгами", "Книга"),
        ("Ёлка", "елка"),
        ("والكتاب", "كتاب"),
        ("أحمد", "احمد"),
        ("שָׁלוֹם", "שלום"),
        ("Άνθρωπος", "ανθρωπος"),
        ("İstanbul", "istanbul"),
        ("५०", "50"),
        ("ｶﾀｶﾅ", "カタカナ"),
        ("資料庫", "资料库"),
        ("John’s", "John"),
        ("l'homme", "homme"),
        ("co-founder", "cofounder"),
        ("2026年3月4日", "2026-03-04"),
        ("2026/3/4", "2026-03-04"),
        ("1,200", "1200"),
        ("v1.2.3", "1.2.3"),
    ],
)
def test_two_spellings_of_the_same_share_their_first_term(one, other):
    assert terms(one)[0] == terms(other)[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("universe", "university"),
        ("organ", "organization"),
        ("add", "ad"),
        ("news", "new"),
        ("past", "paste x"),
    ],
)
def test_words_that_look_alike_but_differ_stay_apart(one, other):
    assert terms(one) != terms(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("src/app/main.py", {"src/app/main.py", "src", "app", "main", "py"}),
        ("getUserName", {"get", "user", "name"}),
        ("snake_case_name", {"snake_case_name", "snake", "case", "name"}),
        ("ABC-123", {"abc-123", "abc", "123"}),
        ("memory/2026-03-04.md", {"memory/2026-03-04.md", "2026-03-04", "2026-03", "2026"}),
        ("python 3.11.2", {"3.11.2", "3.11"}),
        ("anna@example.org", {"anna@example.org", "anna", "exampl", "org"}),
        ("at 10:30", {"10:30", "10", "30"}),
        ("C++ and C#", {"c++", "c#"}),
        ("deadbeef42", {"deadbeef42"}),
    ],
)
def test_a_name_is_found_whole_and_by_its_parts(text, expected):
    assert expected <= set(terms(text))


def test_a_very_long_address_is_indexed_by_its_parts_alone():
    address = "https://example.org/" + "/".join(f"part{number}" for number in range(30))
    found = terms(address)
    assert "part29" in found
    assert max(map(len, found)) <= 64


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("数据库", ["数据", "据库", "库"]),
        ("東京タワー", ["东京", "京タ", "タワ", "ワー", "ー"]),
        ("서울에서", ["서울", "울에", "에서", "서"]),
        ("ไทย", ["ไท", "ทย", "ย"]),
        ("用Redis缓存", ["用", "redi", "缓存", "存"]),
    ],
)
def test_scripts_without_blanks_give_pairs_and_their_last_character(text, expected):
    assert terms(text) == expected


def test_vowel_signs_do_not_cut_words_of_indian_scripts():
    assert terms("हिन्दी में किताबें") == ["हिन्दी", "में", "किताबें"]


@given(st.text())
def test_any_text_gives_terms_that_are_words_without_blanks(text):
    for term in terms(text):
        assert term
        assert term == "".join(term.split())


@given(st.text(), st.text())
def test_the_terms_of_two_texts_do_not_depend_on_what_was_cut_before(one, other):
    first = terms(one)
    terms(other)
    assert terms(one) == first
    assert terms(f"{one}\n\n{other}") == first + terms(other)


def test_the_memory_of_pieces_stays_bounded():
    for number in range(_MOST_REMEMBERED + 10):
        _PIECES[f"w{number}"]
    assert len(_PIECES) <= _MOST_REMEMBERED


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Where did Anna buy the bikes?", ["anna", "buy", "bike"]),
        ("What is the address of db-01?", ["address", "db-01", "db", "01"]),
        ("What happened in May?", ["happen", "may"]),
        ("战国无双是由谁开发的？", ["战国", "国无", "无双", "开发"]),
        ("目的是什么", ["目的"]),
        ("数据库的端口是多少？", ["数据", "据库", "端口"]),
        ("где книга", ["книг"]),
        ("Wo ist das Haus?", ["haus"]),
        ("东京タワーはどこですか", ["东京", "京タ", "タワ", "ワー", "ーは"]),
    ],
)
def test_a_question_keeps_the_words_that_name_something(question, expected):
    assert query_terms(question) == expected


@pytest.mark.parametrize("question", ["to be or not to be", "who am I", "是什么", "what?"])
def test_a_question_of_stop_words_alone_keeps_them(question):
    assert query_terms(question)


def test_a_question_without_letters_has_no_terms():
    assert query_terms(" ?! — ") == []


def test_one_character_of_a_script_without_blanks_is_a_prefix_and_a_letter_is_not():
    assert query_terms("猫") == ["猫"]
    assert is_prefix("猫")
    assert not is_prefix("a")
    assert not is_prefix("猫咪")


def test_every_place_of_a_single_character_begins_some_term():
    for text in ("猫", "猫咪", "我有猫", "一只猫咪"):
        assert any(term.startswith("猫") for term in terms(text))


@given(st.text())
def test_the_terms_of_a_question_are_terms_of_some_text_and_distinct(question):
    found = query_terms(question)
    assert len(found) == len(set(found))
    assert bool(found) == bool(terms(question))


def test_month_names_and_numbers_are_no_stop_words():
    assert not {"may", "march", "2026", "3"} & stop_terms()


@pytest.mark.parametrize(
    ("question", "term"),
    [("When did Tom meet the dean?", "meet"), ("Did his son die?", "die"), ("Who won the war?", "war")],
)
def test_stop_words_of_other_languages_are_kept_in_an_english_question(question, term):
    assert term in query_terms(question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Wann wird die Lizenz verlängert?", ["lizenz", "verlangert"]),
        ("Où est la clé du serveur ?", ["cle", "serveur"]),
        ("¿Cuál es la contraseña del router?", ["contrasena", "router"]),
        ("Qual é o endereço do servidor?", ["endereco", "servidor"]),
        ("What kind of tea does Tom like?", ["tea", "tom", "like"]),
    ],
)
def test_the_stop_words_of_the_questions_own_language_are_dropped(question, expected):
    assert query_terms(question) == expected


def test_cutting_does_not_depend_on_the_hash_seed():
    script = "from daykeep.search.terms import query_terms; print(query_terms('战国史模式主打哪两个模式 what is it'))"
    answers = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
