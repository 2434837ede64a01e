"""The words by which a text is found and used again."""

from __future__ import annotations

from daykeep.triage.seeing.marks import MOST_MARKS, find_decisions, find_errors, find_marks


def test_identifiers_numbers_paths_and_names_with_signs_are_marks() -> None:
    said = "Rename parse_v2 and PaymentService in /srv/app, mail a@b.org on port 8080; HTTP is plain."
    assert find_marks(said) == ("parse_v2", "PaymentService", "/srv/app", "a@b.org", "8080", "HTTP")


def test_plain_words_are_no_marks() -> None:
    assert find_marks("Please look at the Second one of these, thank you. It's fine!") == ()


def test_marks_within_chinese_text_are_found() -> None:
    assert find_marks("把端口改成9090，然后看 /var/log/a.log。") == ("9090", "/var/log/a.log")


def test_no_more_than_so_many_marks_are_kept() -> None:
    assert len(find_marks(" ".join(f"id_{n}" for n in range(500)))) == MOST_MARKS


def test_a_token_without_blanks_of_a_million_characters_is_one_look() -> None:
    assert len(find_marks("x1" * 500_000)) == 1


def test_decisions_are_sentences_in_which_something_is_decided() -> None:
    assert find_decisions("The sky is blue. Use PostgreSQL! Never AWS.") == ["Use PostgreSQL!", "Never AWS."]
    assert find_decisions("天气很好。不要用 AWS。") == ["不要用 AWS。"]
    assert find_decisions("The sky is blue.") == []


def test_errors_are_whole_lines() -> None:
    log = "starting\nconnect: Error ECONNREFUSED (Error 7)\nretry\nfatal: gave up\nFailed again"
    assert find_errors(log) == ["connect: Error ECONNREFUSED (Error 7)", "fatal: gave up"]
