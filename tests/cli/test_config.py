import json

import pytest

from daykeep.cli.main import run


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "daykeep.toml").write_text("[memory]\nbudget_chars = 9000\n")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("DAYKEEP_WORKSPACE", str(tmp_path / "w"))
    return tmp_path / "w"


@pytest.mark.usefixtures("workspace")
def test_show_lists_every_setting(capsys):
    from daykeep.settings import SETTINGS

    assert run(["config", "show"]) == 0
    text = capsys.readouterr().out
    assert all(row.key in text for row in SETTINGS)
    assert "9000" in text


def test_show_with_origin_names_the_file(workspace, capsys):
    assert run(["config", "show", "--origin", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["settings"]["memory.budget_chars"] == {"value": 9000, "origin": "daykeep.toml"}
    assert answer["settings"]["memory.budget_lines"]["origin"] == "default"


def test_users_own_file_is_read_below_the_workspace(workspace, tmp_path, capsys):
    folder = tmp_path / "home" / ".config" / "daykeep"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text("[memory]\nbudget_chars = 1\nbudget_lines = 50\n")
    assert run(["config", "show", "--json"]) == 0
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert settings["memory.budget_chars"]["value"] == 9000
    assert settings["memory.budget_lines"] == {"value": 50, "origin": str(folder / "config.toml")}


@pytest.mark.usefixtures("workspace")
def test_show_with_origin_names_the_users_own_file_even_before_it_is_there(tmp_path, capsys):
    path = tmp_path / "home" / ".config" / "daykeep" / "config.toml"
    assert run(["config", "show", "--origin"]) == 0
    assert capsys.readouterr().out.endswith(f"{path}  (not there)\n")
    path.parent.mkdir(parents=True)
    path.write_text("[memory]\nbudget_lines = 50\n")
    assert run(["config", "show", "--origin"]) == 0
    assert capsys.readouterr().out.endswith(f"{path}  (read)\n")
    assert run(["config", "show"]) == 0
    assert str(path) not in capsys.readouterr().out


def test_unknown_key_is_an_error_with_file_line_and_suggestion(workspace, capsys):
    (workspace / "daykeep.toml").write_text("\n[memory]\nbudget_char = 5\n")
    assert run(["config", "show"]) == 4
    text = capsys.readouterr().err
    assert 'daykeep.toml:3: unknown setting "memory.budget_char"' in text
    assert "memory.budget_chars" in text


@pytest.mark.usefixtures("workspace")
def test_get_prints_one_value(capsys):
    assert run(["config", "get", "memory.budget_chars"]) == 0
    assert capsys.readouterr().out == "9000\n"
    assert run(["config", "get", "memory.budget"]) == 4


@pytest.mark.usefixtures("workspace")
def test_bad_zone_in_the_environment_is_named_by_its_variable(monkeypatch, capsys):
    monkeypatch.setenv("DAYKEEP_ZONE", "Asia/Bejing")
    assert run(["config", "get", "zone"]) == 0
    assert "DAYKEEP_ZONE: " in capsys.readouterr().err
