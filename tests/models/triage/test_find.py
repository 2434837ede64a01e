"""Which decider and writer the settings name; a key that is missing; what may not be set by a workspace."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from daykeep.config import Settings, Source, load_settings
from daykeep.errors import ConfigError, ModelError
from daykeep.files.store import Files
from daykeep.models.language.decisions import LanguageAsking
from daykeep.models.language.notewriter import LanguageNoteWriter
from daykeep.models.triage.find import find_decider, find_note_writer
from daykeep.models.triage.recording import RecordingWriter, ReplayWriter
from daykeep.models.triage.systemone import SystemOneAsking
from daykeep.triage.deciders.asking.checked import CheckedDecider
from daykeep.triage.deciders.learned.decide import LearnedDecider
from daykeep.triage.deciders.replay import RecordingAsking, ReplayAsking
from daykeep.triage.deciders.rules import RuleDecider
from tests.models.language.test_decisions import state


def settings_of(table: str, lines: str) -> Settings:
    settings, problems = load_settings([Source("user", "config.toml", f"[{table}]\n{lines}\n")], environ={})
    assert not problems
    return settings


def decider_of(lines: str, environ: dict[str, str] | None = None, root: Path = Path()) -> Any:
    return find_decider(settings_of("triage.decider", lines), environ or {}, Files(root))


def writer_of(lines: str, environ: dict[str, str] | None = None, root: Path = Path()) -> Any:
    return find_note_writer(settings_of("triage.writer", lines), environ or {}, Files(root))


def test_the_rules_decide_and_the_turns_own_sentences_are_the_notes_by_default() -> None:
    settings, _ = load_settings([], environ={})
    found = find_decider(settings, {}, Files(Path()))
    assert isinstance(found.decider, RuleDecider)
    assert (found.instead, find_note_writer(settings, {}, Files(Path())).writer) == ("", None)


@pytest.mark.parametrize(
    ("lines", "kind", "name", "version", "is_local"),
    [
        ('provider = "learned"', LearnedDecider, "learned", None, True),
        ('provider = "systemone"\nendpoint = "https://a.example/v1"\nmodel = "jev-latest"', SystemOneAsking,
         "systemone", "jev-latest@a.example", False),
        ('provider = "systemone"\nendpoint = "http://localhost:4750"\nmodel = "clef-flash"', SystemOneAsking,
         "systemone", "clef-flash@localhost:4750", True),
        ('provider = "openai"\nendpoint = "http://127.0.0.1:11434/v1"\nmodel = "small"', LanguageAsking,
         "openai", "small@127.0.0.1:11434", True),
        ('provider = "openai"\nmodel = "gpt-x"', LanguageAsking, "openai", "gpt-x@api.openai.com", False),
        ('provider = "anthropic"\nmodel = "claude-x"', LanguageAsking, "anthropic", "claude-x@api.anthropic.com", False),
        ('provider = "llm"\nmodel = "claude-x"', LanguageAsking, "llm", "claude-x", False),
        ('provider = "replay"', ReplayAsking, "replay", "", True),
    ],
)  # fmt: skip
def test_each_provider_is_found(
    lines: str, kind: type, name: str, version: str | None, is_local: bool, tmp_path: Path
) -> None:
    found = decider_of(lines, {"OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k"}, tmp_path)
    assert found.instead == ""
    asked = found.decider._asking if isinstance(found.decider, CheckedDecider) else found.decider
    assert isinstance(asked, kind)
    assert (found.decider.name, found.decider.is_local) == (name, is_local)
    assert version is None or found.decider.version == version


def test_known_decision_models_have_their_price_and_start_with_little() -> None:
    lines = 'provider = "systemone"\nendpoint = "https://a.example/v1"\nmodel = "{}"'
    limits = {name: decider_of(lines.format(name)).decider.limits for name in ("clef", "clef-flash", "other")}
    assert [one.price_in for one in limits.values()] == [0.24, 0.09, 0.0]
    assert {one.max_questions for one in limits.values()} == {64}
    assert {one.first_state_tokens for one in limits.values()} == {1_500}


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('provider = "systemone"', "endpoint is not set"),
        ('provider = "systemone"\nendpoint = "https://a.example"', "model is not set"),
        ('provider = "openai"', "model is not set"),
        ('provider = "llm"', "model is not set"),
        ('provider = "openai"\nendpoint = "ftp://a.example"\nmodel = "m"', "not an http"),
        ('provider = "openai"\nendpoint = "http://a.example:99999"\nmodel = "m"', "not an address"),
        ('provider = "openai"\nendpoint = "http://a.example/v1"\nmodel = "m"\nkey_env = "K"', "plain http"),
        (
            'provider = "systemone"\nendpoint = "https://a.example"\nmodel = "m"\nkey_env = "BAD"',
            "can't be sent",
        ),
    ],
)
def test_settings_that_can_not_be_used_are_named(lines: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words) as caught:
        decider_of(lines, {"K": "k-secret", "BAD": "k\nsecret"})
    assert "triage.decider: " in caught.value.message
    assert "secret" not in caught.value.message


KEYED = 'provider = "systemone"\nendpoint = "https://a.example/v1"\nmodel = "clef"\nkey_env = "CLEF_KEY"'


def test_without_its_key_the_rules_decide_and_it_is_said() -> None:
    found = decider_of(KEYED)
    assert isinstance(found.decider, RuleDecider)
    assert "CLEF_KEY" in found.instead
    assert decider_of(KEYED, {"CLEF_KEY": "k"}).instead == ""


def test_without_its_key_and_without_the_fallback_nothing_is_decided() -> None:
    found = decider_of(KEYED + "\noffline_fallback = false")
    with pytest.raises(ModelError, match="CLEF_KEY"):
        found.decider.decide(state(1))


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_the_provider_s_own_address_needs_its_own_key_and_another_address_none(provider: str) -> None:
    own = f'provider = "{provider}"\nmodel = "m"'
    assert f"{provider.upper()}_API_KEY" in decider_of(own).instead
    assert decider_of(own + '\nendpoint = "http://localhost:1/v1"').instead == ""
    assert f"{provider.upper()}_API_KEY" in writer_of(own).instead
    assert writer_of(own).writer is None
    assert isinstance(writer_of(own, {f"{provider.upper()}_API_KEY": "k"}).writer, LanguageNoteWriter)


def test_a_recorded_model_is_asked_through_its_recorder(tmp_path: Path) -> None:
    lines = 'provider = "openai"\nendpoint = "http://localhost:1/v1"\nmodel = "m"\nrecord = true'
    assert isinstance(decider_of(lines, root=tmp_path).decider._asking, RecordingAsking)
    assert isinstance(writer_of(lines, root=tmp_path).writer, RecordingWriter)
    assert isinstance(writer_of('provider = "replay"', root=tmp_path).writer, ReplayWriter)


@pytest.mark.parametrize("key", ["provider", "endpoint", "model", "key_env", "record"])
@pytest.mark.parametrize("who", ["decider", "writer"])
def test_a_workspace_may_not_say_who_is_asked(who: str, key: str) -> None:
    value = "true" if key == "record" else '"openai"'
    settings, problems = load_settings(
        [Source("workspace", "daykeep.toml", f"[triage.{who}]\n{key} = {value}\n")], environ={}
    )
    assert "not read from a workspace" in problems[0].message
    assert isinstance(find_decider(settings, {}, Files(Path())).decider, RuleDecider)


def test_no_optional_package_is_imported_before_a_model_is_asked(tmp_path: Path) -> None:
    program = f"""
import sys
from pathlib import Path
from daykeep.config import Source, load_settings
from daykeep.files.store import Files
from daykeep.models.triage.find import find_decider, find_note_writer
for provider in ("openai", "anthropic", "llm"):
    lines = f'provider = "{{provider}}"\\nmodel = "m"\\nendpoint = "http://localhost:1"\\n'
    text = f"[triage.decider]\\n{{lines}}[triage.writer]\\n{{lines}}"
    settings, problems = load_settings([Source("user", "c", text)], environ={{}})
    assert not problems
    find_decider(settings, {{}}, Files(Path({str(tmp_path)!r})))
    find_note_writer(settings, {{}}, Files(Path({str(tmp_path)!r})))
print(sorted({{"openai", "anthropic", "llm", "httpx2", "pydantic"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_package_that_is_not_installed_is_named_with_the_extra_that_brings_it(tmp_path: Path) -> None:
    """A folder whose ``openai`` can't be found: the environment of an installation without extras."""
    program = f"""
import importlib.machinery, sys
from pathlib import Path

finder = importlib.machinery.PathFinder.find_spec
importlib.machinery.PathFinder.find_spec = classmethod(lambda cls, name, *rest: None if name == "openai" else finder(name, *rest))
from daykeep.config import Source, load_settings
from daykeep.errors import ConfigError
from daykeep.files.store import Files
from daykeep.models.triage.find import find_decider
text = '[triage.decider]\\nprovider = "openai"\\nmodel = "m"\\n'
settings, _ = load_settings([Source("user", "c", text)], environ={{}})
try:
    find_decider(settings, {{}}, Files(Path({str(tmp_path)!r})))
except ConfigError as error:
    print(error.message, "|", error.hint)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "the package openai is not installed" in done.stdout
    assert 'pip install "daykeep[openai]"' in done.stdout
