"""Options from settings and from an agent's own config.yaml."""

from __future__ import annotations

import pytest

from daykeep.config import Source, load_settings
from daykeep.errors import ConfigError
from daykeep.files.store import Files
from daykeep.session.options.model import CONFIG_FILE, KEYS
from daykeep.session.options.reading import load_options, make_options, read_yaml
from daykeep.settings import SETTINGS

WHOLE = """# settings of the context manager
context_manager:
  # decay
  decay:
    enabled: false
    threshold_rounds: 30   # rounds
    high_importance_threshold: 12
    auto_refresh: false
  compression:
    enabled: false
    target_ratio: 0.4
    preserve_types:
      - decision
      - constraint
  retrieval:
    enabled: false
    top_k: 7
    relevance_threshold: 0.6
    enhance_position: "end"
  sync:
    enabled: false
    auto_promote: false
    promotion_threshold:
      importance: medium
      cross_session_value: false
  position:
    enabled: false
    danger_zone: [0.2, 0.8]
    auto_relocate: false
"""


def settings(toml="", **environ):
    found, faults = load_settings([Source("workspace", "daykeep.toml", toml)], environ=environ)
    assert not faults
    return found


def load(tmp_path, text, toml="", **environ):
    path = tmp_path / CONFIG_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return load_options(Files(tmp_path), settings(toml, **environ))


def test_defaults_are_those_of_the_settings(tmp_path):
    options, warnings = load_options(Files(tmp_path), settings())

    assert warnings == ()
    assert options.decay == (True, 20, 10, True)
    assert options.compression == (True, 0.3, ("decision", "constraint", "user_preference"))
    assert options.retrieval == (True, 5, 0.5, "start")
    assert options.sync == (True, True, "high", True)
    assert options.position == (True, (0.3, 0.7), True)
    assert set(options.origins.values()) == {"default"}


def test_every_key_of_the_file_counts(tmp_path):
    options, warnings = load(tmp_path, WHOLE)

    assert warnings == ()
    assert options.decay == (False, 30, 12, False)
    assert options.compression == (False, 0.4, ("decision", "constraint"))
    assert options.retrieval == (False, 7, 0.6, "end")
    assert options.sync == (False, False, "medium", False)
    assert options.position == (False, (0.2, 0.8), False)
    assert set(options.origins.values()) == {CONFIG_FILE}


def test_every_key_names_a_setting_of_sessions():
    parts = ("decay", "compression", "retrieval", "sync", "position")
    mine = {row.key for row in SETTINGS if row.key.startswith(tuple(f"session.{part}." for part in parts))}
    assert set(KEYS.values()) == mine
    assert len(set(KEYS.values())) == len(KEYS)


def test_settings_and_environment_win_over_the_file(tmp_path):
    toml = "[session.decay]\nthreshold_rounds = 25\n"
    options, _ = load(tmp_path, WHOLE, toml, DAYKEEP_SESSION_RETRIEVAL_TOP_K="3")

    assert (options.decay.rounds, options.decay.high_rounds, options.retrieval.top_k) == (25, 12, 3)
    assert options.origins["session.decay.threshold_rounds"] == "daykeep.toml"
    assert options.origins["session.retrieval.top_k"] == "environment"


@pytest.mark.parametrize("text", ["", "# nothing\n", "context_manager:\n", "context_manager:\n  decay:\n"])
def test_file_that_says_nothing_changes_nothing(tmp_path, text):
    options, warnings = load(tmp_path, text)
    assert options.decay.rounds == 20
    assert warnings == ()


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("context_manager:\n  decay:\n    treshold_rounds: 5\n", 3, "context_manager.decay.treshold_rounds"),
        ("other: 1\ncontext_manager:\n  decay:\n    enabled: true\n", 1, "other"),
        ("context_manager:\n  colour: red\n", 2, "context_manager.colour"),
        ("decay:\n  enabled: false\n", 2, "decay.enabled"),
    ],
)
def test_unknown_key_is_a_warning_with_its_line(tmp_path, text, line, key):
    options, warnings = load(tmp_path, text)
    assert warnings == (f'{CONFIG_FILE}:{line}: unknown key "{key}"',)
    assert options.decay.enabled


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("context_manager:\n  decay:\n    threshold_rounds: many\n", 3, "a whole number"),
        ("context_manager:\n  decay:\n    threshold_rounds: 0\n", 3, "at least 1"),
        ("context_manager:\n  decay:\n    enabled: perhaps\n", 3, "true or false"),
        ("context_manager:\n  retrieval:\n    enhance_position: middle\n", 3, "start, end"),
        ("context_manager:\n  retrieval:\n\n    relevance_threshold: 1.5\n", 4, "from 0 to 1"),
        ("context_manager:\n  compression:\n    target_ratio: -1\n", 3, ""),
        ("context_manager:\n  position:\n    danger_zone: [0.7, 0.3]\n", 3, "two shares"),
        ("context_manager:\n  position:\n    danger_zone: [0.7]\n", 3, "two shares"),
        ("context_manager:\n  decay:\n    enabled: [true]\n", 3, "a single value"),
        ("context_manager: [1\n", 2, "can't be read"),
        ("- a\n- b\n", 1, ""),
        ("a: &x 1\nb: *x\n", 1, "anchors"),
        ("a: !!python/object:os.system 1\n", 1, "tag"),
    ],
)
def test_bad_value_is_an_error_with_file_and_line(tmp_path, text, line, said):
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text)
    assert caught.value.message.startswith(f"{CONFIG_FILE}:{line}: ")
    assert said in caught.value.message
    assert "frontmatter" not in caught.value.message


def test_bad_zone_in_the_settings_is_an_error():
    with pytest.raises(ConfigError, match=r"daykeep\.toml: .*two shares"):
        make_options(settings('[session.position]\ndanger_zone = "middle"\n'), {})


def test_far_too_large_file_is_not_read():
    assert "larger than" in read_yaml(b"#" * 70_000).faults[0].message


def test_one_line_table_is_read():
    found = read_yaml(b"context_manager: {decay: {threshold_rounds: 9}, sync: {enabled: no}}\n")
    assert found.values == {"session.decay.threshold_rounds": 9, "session.sync.enabled": False}
