import pytest

from daykeep.config import Source, load_settings, user_cache_folder, user_config_folder
from daykeep.errors import ConfigError
from daykeep.settings import SETTINGS


def load(text="", *, user="", environ=None):
    sources = [Source("user", "config.toml", user), Source("workspace", "daykeep.toml", text)]
    return load_settings(sources, environ=environ or {})


def test_defaults_without_any_source():
    settings, problems = load_settings([], environ={})
    assert not problems
    assert {row.key: settings[row.key] for row in SETTINGS} == {row.key: row.default for row in SETTINGS}
    assert {settings.origin(row.key) for row in SETTINGS} == {"default"}


def test_precedence_environment_over_workspace_over_user_over_default():
    user = "[memory]\nbudget_chars = 1\nbudget_lines = 2\n"
    workspace = "[memory]\nbudget_chars = 3\n"
    settings, problems = load(workspace, user=user, environ={"DAYKEEP_DAILY_TODO_DAYS": "9"})
    assert not problems
    assert (settings["memory.budget_chars"], settings.origin("memory.budget_chars")) == (3, "daykeep.toml")
    assert (settings["memory.budget_lines"], settings.origin("memory.budget_lines")) == (2, "config.toml")
    assert (settings["daily.todo_days"], settings.origin("daily.todo_days")) == (9, "environment")
    settings, _ = load(workspace, environ={"DAYKEEP_MEMORY_BUDGET_CHARS": "4"})
    assert settings["memory.budget_chars"] == 4


@pytest.mark.parametrize(
    ("text", "line", "suggestion"),
    [
        ("[memory]\nbudget_char = 1\n", 2, "memory.budget_chars"),
        ("\n\nzoen = 'UTC'\n", 3, "zone"),
        ("budget_chars = 5\n", 1, "memory.budget_chars"),
        ('memory.budgets = 5\nzone = "UTC"\n', 1, "memory.budget"),
        ("[memori]\n# c\nbudget_lines = 5\n", 3, "memory.budget_lines"),
    ],
)
def test_unknown_key_names_file_line_and_nearest_key(text, line, suggestion):
    _, problems = load(text)
    assert len(problems) == 1
    assert problems[0].message.startswith(f"daykeep.toml:{line}: unknown setting")
    assert suggestion in problems[0].hint


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[memory]\nbudget_chars = 'many'\n", "must be a whole number"),
        ("[memory]\nbudget_chars = true\n", "must be a whole number"),
        ("[memory]\nbudget_chars = 0\n", "at least 1"),
        ("[history]\nenabled = 'yes'\n", "true or false"),
        ("language = 'fr'\n", "one of auto, en, zh"),
        ("[distill]\nweekday = 'sonntag'\n", "one of monday"),
        ("zone = 5\n", "must be text"),
        ("[zone]\nname = 'UTC'\n", "must be text"),
        ("memory = 5\n", "unknown setting"),
    ],
)
def test_bad_value_is_reported_and_the_default_stays(text, fault):
    settings, problems = load(text)
    assert fault in problems[0].message
    assert settings["memory.budget_chars"] == 12_000
    assert settings["language"] == "auto"


@pytest.mark.parametrize(
    ("text", "line"), [("a = \n", 1), ("zone = 'UTC'\n[memory\n", 2), ("x" * 10, 1), ("\0", 1)]
)
def test_invalid_toml_names_the_line(text, line):
    _, problems = load(text)
    assert problems[0].message.startswith(f"daykeep.toml:{line}: not valid TOML")


@pytest.mark.parametrize(
    "text", ["# zone = 'UTC'\n[memory]\n# budget_chars = 1\n", "[memory]\n[memory]\n", ""]
)
def test_text_that_sets_nothing_leaves_every_default(text):
    settings, problems = load(text)
    assert not problems
    assert {settings.origin(row.key) for row in SETTINGS} == {"default"}


def test_deep_nesting_is_a_problem_not_a_crash():
    _, problems = load("a = " + "[" * 20_000)
    assert len(problems) == 1


def test_byte_order_mark_before_the_first_key_is_not_part_of_it():
    settings, problems = load("\ufeffzone = 'UTC'\n")
    assert not problems
    assert settings["zone"] == "UTC"


@pytest.mark.parametrize(("text", "value"), [("off", False), ("0", False), ("TRUE", True), ("on", True)])
def test_booleans_from_the_environment(text, value):
    settings, problems = load(environ={"DAYKEEP_HISTORY_ENABLED": text})
    assert not problems
    assert settings["history.enabled"] is value


@pytest.mark.parametrize(("text"), ["many", "1.5", "9" * 30, ""])
def test_bad_numbers_from_the_environment_name_the_variable(text):
    settings, problems = load(environ={"DAYKEEP_DAILY_TODO_DAYS": text})
    assert settings["daily.todo_days"] == 7
    assert [problem.message.partition(":")[0] for problem in problems] == ["DAYKEEP_DAILY_TODO_DAYS"] * bool(
        text
    )


@pytest.mark.parametrize(("text", "value"), [("0.85", 0.85), ("1", 1.0), ("0", 0.0), (".5", 0.5)])
def test_share_is_read_from_a_file_and_from_the_environment(text, value):
    for settings, problems in (
        load(environ={"DAYKEEP_DISTILL_GATE": text}),
        load(f"[distill]\ngate = {text.replace('.5', '0.5') if text == '.5' else text}\n"),
    ):
        assert not problems
        assert settings["distill.gate"] == value
        assert isinstance(settings["distill.gate"], float)


@pytest.mark.parametrize("text", ["1.01", "-0.1", "nan", "inf", "-inf", "true", '"0.9"'])
def test_share_out_of_its_range_is_a_problem_and_the_default_holds(text):
    settings, problems = load(f"[distill]\ngate = {text}\n")
    assert settings["distill.gate"] == 0.9
    assert len(problems) == 1


def test_asking_for_an_unknown_setting_fails_with_the_nearest():
    settings, _ = load()
    with pytest.raises(ConfigError) as caught:
        settings["memory.budget_char"]
    assert "memory.budget_chars" in caught.value.hint


@pytest.mark.parametrize(
    ("environ", "platform", "folder"),
    [
        ({"HOME": "/h"}, "linux", "/h/.config/daykeep"),
        ({"HOME": "/h", "XDG_CONFIG_HOME": "/x"}, "linux", "/x/daykeep"),
        ({"HOME": "/h", "XDG_CONFIG_HOME": "relative"}, "linux", "/h/.config/daykeep"),
        ({"HOME": "/h"}, "darwin", "/h/Library/Application Support/daykeep"),
        ({"APPDATA": "C:\\A"}, "win32", "C:\\A\\daykeep"),
        ({}, "linux", None),
        ({}, "win32", None),
    ],
)
def test_user_folder_follows_the_platform(environ, platform, folder):
    assert user_config_folder(environ, platform) == folder


@pytest.mark.parametrize(
    ("environ", "platform", "folder"),
    [
        ({"HOME": "/h"}, "linux", "/h/.cache/daykeep"),
        ({"HOME": "/h", "XDG_CACHE_HOME": "/x"}, "linux", "/x/daykeep"),
        ({"HOME": "/h", "XDG_CACHE_HOME": "relative"}, "linux", "/h/.cache/daykeep"),
        ({"HOME": "/h"}, "darwin", "/h/Library/Caches/daykeep"),
        ({"LOCALAPPDATA": "C:\\A"}, "win32", "C:\\A\\daykeep\\Cache"),
        ({}, "linux", None),
        ({}, "darwin", None),
        ({}, "win32", None),
    ],
)
def test_cache_folder_follows_the_platform(environ, platform, folder):
    assert user_cache_folder(environ, platform) == folder


def test_table_whose_settings_are_all_commented_out_says_nothing() -> None:
    settings, problems = load_settings(
        [Source("workspace", "daykeep.toml", "[memory]\n# budget_chars = 5\n[start]\n")], environ={}
    )
    assert problems == []
    assert settings["memory.budget_chars"] == 12_000


def test_table_of_commands_is_taken_whole_from_the_users_own_file_only() -> None:
    text = '[heartbeat.commands]\n"/ws/cron/a.b.md" = "backup --all"\n'
    settings, problems = load_settings([Source("user", "config.toml", text)], environ={})
    assert problems == []
    assert settings["heartbeat.commands"] == {"/ws/cron/a.b.md": "backup --all"}
    settings, (problem,) = load_settings([Source("workspace", "daykeep.toml", text)], environ={})
    assert settings["heartbeat.commands"] == {}
    assert 'daykeep.toml:1: "heartbeat.commands" is not read from a workspace' in problem.message


def test_table_that_holds_anything_but_texts_is_refused() -> None:
    for text in ('[heartbeat.commands]\n"/a" = 1\n', 'heartbeat.commands = "a"\n'):
        settings, (problem,) = load_settings([Source("user", "config.toml", text)], environ={})
        assert settings["heartbeat.commands"] == {}
        assert "a table of texts" in problem.message
    _, (problem,) = load_settings([], environ={"DAYKEEP_HEARTBEAT_COMMANDS": "a = b"})
    assert "a table of texts" in problem.message


def test_empty_path_names_no_folder_and_is_refused() -> None:
    for path in ("", "  "):
        text = f'[search.knowledge]\n"/notes" = "ours"\n"{path}" = "everything"\n'
        settings, (problem,) = load_settings([Source("user", "config.toml", text)], environ={})
        assert settings["search.knowledge"] == {}
        assert "no path is empty" in problem.message


def test_table_of_numbers_holds_whole_numbers_of_at_least_its_minimum():
    good = Source("workspace", "daykeep.toml", '[context.compaction.models]\n"claude-opus-5" = 400000\n')
    settings, problems = load_settings([good], environ={})
    assert (settings["context.compaction.models"], problems) == ({"claude-opus-5": 400_000}, [])
    for bad in ('{ "a" = "400000" }', '{ "a" = 0 }', '{ "" = 5 }', '{ "a" = 1.5 }', '{ "a" = true }', "7"):
        source = Source("workspace", "daykeep.toml", f"context.compaction.models = {bad}\n")
        settings, problems = load_settings([source], environ={})
        assert settings["context.compaction.models"] == {}
        assert "a table of whole numbers" in problems[0].message
