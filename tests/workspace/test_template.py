"""What a new workspace is made of."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import pytest

from daykeep.clock import zone_in_user_text
from daykeep.files.encoding import decode
from daykeep.guard.hidden import find_hidden
from daykeep.guard.secrets import find_secrets
from daykeep.settings import SETTINGS
from daykeep.text.regions import find_regions
from daykeep.workspace.template import LANGUAGES, load_template, settings_values, template_root

LAYERS = {"SOUL.md", "USER.md", "AGENTS.md", "TOOLS.md", "MEMORY.md", "HEARTBEAT.md"}


def files_of(language: str, *, history: bool = True) -> dict[str, str]:
    values = {"zone": "Asia/Shanghai (UTC+8)", **settings_values(language, history=history)}
    return {file.name: file.data.decode("utf-8") for file in load_template(language, values)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_template_has_every_layer_the_skill_and_the_settings(language: str) -> None:
    names = set(files_of(language))
    assert names >= LAYERS | {".gitignore", "daykeep.toml", "skills/context-management/SKILL.md"}
    assert "skills/context-management/scripts/memory_distill.py" in names
    assert {
        "skills/smart-context-manager/SKILL.md",
        "skills/smart-context-manager/scripts/context_manager.py",
        "skills/smart-context-manager/templates/memory_structure.yaml",
        "skills/smart-context-manager/references/u_curve_analysis.md",
    } <= names
    assert {name for name in names if name.startswith("cron/")}
    assert not [name for name in names if name.endswith((".keep", ".pyc"))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_template_has_no_placeholder_left_and_nothing_hidden(language: str) -> None:
    for name, text in files_of(language).items():
        assert "{{" not in text, name
        assert find_hidden(text) == [], name
        assert find_secrets(text) == [], name
        assert text.endswith("\n")
        assert "\r" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_layers_are_small_enough_to_be_read_at_every_start(language: str) -> None:
    sizes = {name: len(text) for name, text in files_of(language).items() if name in LAYERS}
    assert max(sizes.values()) < 6_000
    assert sum(sizes.values()) < 14_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_user_file_states_the_zone_once(language: str) -> None:
    text = files_of(language)["USER.md"]
    found = zone_in_user_text(text)
    assert found is not None
    assert found[0] == "Asia/Shanghai (UTC+8)"
    assert len(re.findall(r"(?i)time ?zone|时区", text)) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_say_the_same_number_of_things(language: str) -> None:
    here, there = files_of(language), files_of("en")
    for name in LAYERS:
        headings = [line for line in here[name].splitlines() if line.startswith("#")]
        assert len(headings) == len([line for line in there[name].splitlines() if line.startswith("#")]), name


def _flat(tree: dict[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    tables = {row.key for row in SETTINGS if row.kind is dict}
    for name, value in tree.items():
        key = prefix + name
        if isinstance(value, dict) and key not in tables:
            yield from _flat(value, key + ".")
        else:
            yield key, value


@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_file_is_valid_and_names_every_setting_with_its_default(language: str) -> None:
    text = files_of(language)["daykeep.toml"]
    tomllib.loads(text)
    bare = re.sub(r"(?m)^# (?=[a-z_]+ = )", "", text)
    flat = dict(_flat(tomllib.loads(bare)))
    defaults = {row.key: row.default for row in SETTINGS if row.scope == "workspace"}
    assert set(flat) == set(defaults)
    same = {key for key in flat if flat[key] == defaults[key]}
    assert set(flat) - same <= {"zone", "language"}


def test_no_git_is_written_into_the_settings() -> None:
    assert tomllib.loads(files_of("en", history=False)["daykeep.toml"])["history"] == {"enabled": False}
    assert tomllib.loads(files_of("en")["daykeep.toml"])["history"] == {}


def test_chinese_workspace_says_its_language() -> None:
    assert tomllib.loads(files_of("zh")["daykeep.toml"])["language"] == "zh"


@pytest.mark.parametrize("language", LANGUAGES)
def test_unfilled_places_are_marked_and_few(language: str) -> None:
    mark = {"en": "*(to fill in", "zh": "*（待填"}[language]
    texts = files_of(language)
    assert 1 <= texts["SOUL.md"].count(mark) <= 3
    assert 2 <= texts["USER.md"].count(mark) <= 5
    assert mark not in texts["AGENTS.md"] + texts["MEMORY.md"] + texts["HEARTBEAT.md"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_heartbeat_file_has_no_checkbox_so_that_a_new_workspace_is_quiet(language: str) -> None:
    assert "[ ]" not in files_of(language)["HEARTBEAT.md"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_agents_file_holds_one_routing_fence(language: str) -> None:
    regions = find_regions(decode(files_of(language)["AGENTS.md"].encode()).texts)
    assert [region.kind for region in regions if region.kind == "own"] == ["own"]


def test_template_root_holds_all_three_folders() -> None:
    assert {"workspace_template", "skills", "cron"} <= {path.name for path in template_root().iterdir()}
