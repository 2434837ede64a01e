"""Who may approve: a person at a terminal, with the passphrase where one is set up."""

from __future__ import annotations

import json
import stat

import pytest

from daykeep.config import Source, load_settings
from daykeep.errors import ConfigError, RefusedError, UsageError
from daykeep.review.verdict.approval import (
    APPROVAL_FILE,
    PASSPHRASE,
    TERMINAL,
    Approver,
    find_passphrases,
    is_right,
    render_passphrase,
    require_person,
    set_up_passphrase,
)

WORDS = "seven grey herons"


class Somebody:
    """Who answers with these texts, or can't be a person for this reason."""

    def __init__(self, folders, *answers, why_not=""):
        self.folders, self.answers, self.why_not = folders, list(answers), why_not
        self.asked, self.notes = [], []

    def why_no_person(self):
        return self.why_not

    def person_name(self):
        return "ada"

    def ask_hidden(self, question):
        self.asked.append(question)
        return self.answers.pop(0)

    def note(self, text):
        self.notes.append(text)

    def settings_folders(self):
        return self.folders


def _settings(text=""):
    settings, problems = load_settings([Source("user", "config.toml", text)], environ={})
    assert not problems
    return settings


def _folder(tmp_path, words=WORDS):
    folder = tmp_path / "settings"
    folder.mkdir(exist_ok=True)
    (folder / APPROVAL_FILE).write_bytes(render_passphrase(words, salt=b"0123456789abcdef"))
    return folder


def test_person_at_a_terminal_approves_where_no_passphrase_is_set_up(tmp_path):
    assert require_person(Somebody([tmp_path]), _settings()) == Approver("ada", TERMINAL)


def test_nobody_is_asked_for_a_passphrase_who_can_be_no_person(tmp_path):
    somebody = Somebody([_folder(tmp_path)], WORDS, why_not="CLAUDECODE is set, so an agent runs this")
    with pytest.raises(RefusedError, match="CLAUDECODE is set"):
        require_person(somebody, _settings())
    assert somebody.asked == []


def test_passphrase_is_asked_once_and_goes_on_record_as_how(tmp_path):
    somebody = Somebody([_folder(tmp_path)], WORDS)
    assert require_person(somebody, _settings()) == Approver("ada", PASSPHRASE)
    assert somebody.asked == ["Passphrase"]


def test_third_try_counts_and_a_fourth_is_not_given(tmp_path):
    folder = _folder(tmp_path)
    assert require_person(Somebody([folder], "no", "", WORDS), _settings()).how == PASSPHRASE
    with pytest.raises(RefusedError, match="wrong 3 times"):
        require_person(Somebody([folder], "a", "b", "c", WORDS), _settings())


def test_passphrase_typed_in_another_form_of_unicode_is_the_same(tmp_path):
    folder = _folder(tmp_path, "sieben Ka\u0308uze")
    assert require_person(Somebody([folder], "sieben K\u00e4uze"), _settings()).how == PASSPHRASE


def test_setting_without_a_passphrase_refuses_rather_than_lets_through(tmp_path):
    with pytest.raises(ConfigError, match="none is set up"):
        require_person(Somebody([tmp_path]), _settings('[review]\napproval = "passphrase"\n'))


def test_setting_can_not_switch_off_a_passphrase_that_is_set_up(tmp_path):
    settings = _settings('[review]\napproval = "terminal"\n')
    assert require_person(Somebody([_folder(tmp_path)], WORDS), settings).how == PASSPHRASE


def test_changed_home_does_not_hide_the_passphrase_of_the_account(tmp_path):
    folders = [tmp_path / "elsewhere", _folder(tmp_path)]
    with pytest.raises(RefusedError):
        require_person(Somebody(folders, "a", "b", "c"), _settings())


@pytest.mark.parametrize(
    "change",
    [
        lambda record: {**record, "n": 2},
        lambda record: {**record, "n": 2**40},
        lambda record: {**record, "p": 0},
        lambda record: {**record, "hash": ""},
        lambda record: {**record, "salt": "zz"},
        lambda record: {**record, "kind": "plain"},
        lambda _record: [],
    ],
)
def test_damaged_record_is_an_error_and_never_no_passphrase(tmp_path, change):
    folder = _folder(tmp_path)
    path = folder / APPROVAL_FILE
    path.write_text(json.dumps(change(json.loads(path.read_text()))))
    with pytest.raises(ConfigError, match="can't be read"):
        require_person(Somebody([folder], ""), _settings())


def test_setup_keeps_a_hash_for_the_user_alone(tmp_path):
    folder = tmp_path / "home" / "daykeep"
    assert set_up_passphrase(Somebody([folder], WORDS, WORDS)) == "set"
    path = folder / APPROVAL_FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "heron" not in path.read_text()
    (known,) = find_passphrases([folder])
    assert is_right(known, WORDS)
    assert not is_right(known, WORDS + " ")


def test_same_passphrase_twice_makes_two_hashes(tmp_path):
    for name in ("one", "two"):
        set_up_passphrase(Somebody([tmp_path / name], WORDS, WORDS))
    first, second = find_passphrases([tmp_path / "one", tmp_path / "two"])
    assert first.hash != second.hash


def test_setup_asks_for_the_old_passphrase_before_it_changes_or_removes_it(tmp_path):
    folder = _folder(tmp_path)
    before = (folder / APPROVAL_FILE).read_bytes()
    with pytest.raises(RefusedError):
        set_up_passphrase(Somebody([folder], "a", "b", "c"))
    assert (folder / APPROVAL_FILE).read_bytes() == before
    assert set_up_passphrase(Somebody([folder], WORDS, "eight grey herons", "eight grey herons")) == "changed"
    assert set_up_passphrase(Somebody([folder], "eight grey herons", "", "")) == "removed"
    assert find_passphrases([folder]) == []


@pytest.mark.parametrize("answers", [("short", "short"), (WORDS, WORDS + "!")])
def test_setup_refuses_what_is_short_or_typed_differently(tmp_path, answers):
    with pytest.raises(UsageError, match="nothing was changed"):
        set_up_passphrase(Somebody([tmp_path], *answers))
    assert find_passphrases([tmp_path]) == []


def test_setup_of_nothing_keeps_things_as_they_are(tmp_path):
    assert set_up_passphrase(Somebody([tmp_path], "", "")) == "kept"
    assert list(tmp_path.iterdir()) == []


def test_setup_is_refused_where_no_person_is(tmp_path):
    with pytest.raises(RefusedError, match="only a person"):
        set_up_passphrase(Somebody([tmp_path], WORDS, WORDS, why_not="there is no terminal to answer at"))


def test_workspace_and_environment_can_not_choose_how_approval_works():
    text = '[review]\napproval = "terminal"\n'
    settings, problems = load_settings([Source("workspace", "daykeep.toml", text)], environ={})
    assert [problem.details or problem.message for problem in problems]
    assert settings.origin("review.approval") == "default"
    sources = [Source("user", "config.toml", '[review]\napproval = "passphrase"\n')]
    settings, problems = load_settings(sources, environ={"DAYKEEP_REVIEW_APPROVAL": "terminal"})
    assert settings["review.approval"] == "passphrase"
    assert "not read from the environment" in problems[0].message
