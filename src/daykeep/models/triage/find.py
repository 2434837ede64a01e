"""Which decider and which writer of notes the settings name, and what stands in where one of them can't work."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConfigError, ModelError
from daykeep.models.endpoint import Endpoint, find_address_fault, find_key_fault
from daykeep.models.language.decisions import LanguageAsking
from daykeep.models.language.notewriter import LanguageNoteWriter
from daykeep.models.language.sdk import Access, need_package
from daykeep.models.triage.recording import RecordingWriter, load_replay, load_replay_writer, recorded
from daykeep.models.triage.systemone import SystemOneAsking
from daykeep.triage.deciders.asking.checked import CheckedDecider
from daykeep.triage.deciders.rules import RuleDecider
from daykeep.triage.protocols import DeciderLimits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.config import Settings
    from daykeep.files.store import Files
    from daykeep.models.language.model import JsonModel
    from daykeep.triage.deciders.asking.request import Asking
    from daykeep.triage.model import Distribution
    from daykeep.triage.protocols import Decider, NoteWriter, TriageState

RULES, LEARNED, SYSTEM_ONE, OPENAI, ANTHROPIC, LLM, REPLAY, EXTRACTIVE = (
    "rules", "learned", "systemone", "openai", "anthropic", "llm", "replay", "extractive",
)  # fmt: skip
OWN_KEYS = {OPENAI: "OPENAI_API_KEY", ANTHROPIC: "ANTHROPIC_API_KEY"}
"""The variables that hold the keys of the providers' own addresses, where no other is named."""


class Found(NamedTuple):
    """A decider, and why it isn't the one that the settings name ("" if it is)."""

    decider: Decider
    instead: str = ""


class FoundWriter(NamedTuple):
    """A writer (None: notes are made of the turns' own sentences), and why it isn't the one that the settings name ("" if it is)."""

    writer: NoteWriter | None
    instead: str = ""


class Absent:
    """Stands where a decider can't be asked at all: it says why, and so nothing is changed."""

    version = ""
    limits = DeciderLimits(max_questions=64)
    is_local = True

    def __init__(self, name: str, why: str) -> None:
        self.name, self._why = name, why

    def decide(self, state: TriageState) -> Sequence[Distribution]:
        """Raises ModelError."""
        _ = state
        raise ModelError(self._why)


class _NoKeyError(Exception):
    """A key that a setting names is not in the environment."""


def find_decider(settings: Settings, environ: Mapping[str, str], files: Files) -> Found:
    """Who decides, as ``triage.decider.*`` say; the rules by default.

    Without its key, a decider gives way to the rules where ``triage.decider.offline_fallback`` allows it; else it fails when it is
    asked, and nothing is changed. Nothing is sent and no optional package imported before that. ConfigError for an
    address that is none, for no model's name, and for a package that is not installed.
    """
    given = _Given(settings, environ, "triage.decider")
    try:
        return Found(_decider(given, files))
    except _NoKeyError as error:
        if settings["triage.decider.offline_fallback"]:
            return Found(RuleDecider(), f"the rules decide instead of {given.provider}: {error}")
        return Found(Absent(given.provider, str(error)), str(error))


def _decider(given: _Given, files: Files) -> Decider:
    if given.provider == RULES:
        return RuleDecider()
    if given.provider == LEARNED:
        from daykeep.triage.deciders.learned.decide import LearnedDecider  # noqa: PLC0415 - reads its weights

        return LearnedDecider()
    if given.provider == REPLAY:
        return CheckedDecider(load_replay(files))
    asking: Asking
    if given.provider == SYSTEM_ONE:
        access = given.access(need_endpoint=True)
        endpoint = Endpoint(access.endpoint, access.key, access.timeout_seconds)
        asking = SystemOneAsking(endpoint, access.model)
    else:
        asking = LanguageAsking(_language(given))
    return CheckedDecider(recorded(asking, files) if given.is_recorded else asking)


def find_note_writer(settings: Settings, environ: Mapping[str, str], files: Files) -> FoundWriter:
    """Who writes notes, as ``triage.writer.*`` say; None for the turns' own sentences, the default.

    Without its key a writer gives way to these. ConfigError as for `find_decider`.
    """
    given = _Given(settings, environ, "triage.writer")
    if given.provider == EXTRACTIVE:
        return FoundWriter(None)
    if given.provider == REPLAY:
        return FoundWriter(load_replay_writer(files))
    try:
        writer = LanguageNoteWriter(_language(given))
    except _NoKeyError as error:
        return FoundWriter(None, f"notes are made of the turns' own sentences: {error}")
    return FoundWriter(RecordingWriter(writer, files) if given.is_recorded else writer)


def _language(given: _Given) -> JsonModel:
    """The adapter of a language model; the package behind it is looked for, not imported."""
    need_package(given.provider)
    if given.provider == LLM:
        from daykeep.models.language.llm_package import LlmPackageModel  # noqa: PLC0415 - only where it is named

        return LlmPackageModel(given.need_model())
    access = given.access()
    if given.provider == OPENAI:
        from daykeep.models.language.openai_api import OpenAiModel  # noqa: PLC0415 - only where it is named

        return OpenAiModel(access)
    from daykeep.models.language.anthropic_api import AnthropicModel  # noqa: PLC0415 - only where it is named

    return AnthropicModel(access)


class _Given(NamedTuple):
    """The settings below one key."""

    settings: Settings
    environ: Mapping[str, str]
    prefix: str

    @property
    def provider(self) -> str:
        return str(self.settings[f"{self.prefix}.provider"])

    @property
    def is_recorded(self) -> bool:
        return bool(self.settings[f"{self.prefix}.record"])

    def need_model(self) -> str:
        model = str(self.settings[f"{self.prefix}.model"]).strip()
        if not model:
            raise self._error(f'provider is "{self.provider}" and model is not set')
        return model

    def access(self, *, need_endpoint: bool = False) -> Access:
        """Where the model is, with its key; _NoKeyError if the key that is named is not there."""
        address = str(self.settings[f"{self.prefix}.endpoint"]).strip()
        fault = find_address_fault(address) if address else ""
        if need_endpoint and not address:
            fault = f'provider is "{self.provider}" and endpoint is not set'
        if fault:
            raise self._error(fault)
        access = Access(
            self.need_model(),
            address,
            timeout_seconds=float(self.settings[f"{self.prefix}.timeout_seconds"]),
        )
        return access._replace(key=self._key(access))

    def _key(self, access: Access) -> str:
        own = "" if access.endpoint else OWN_KEYS.get(self.provider, "")
        name = str(self.settings[f"{self.prefix}.key_env"]).strip() or own
        if not name:
            return ""
        key = self.environ.get(name, "").strip()
        if not key:
            raise _NoKeyError(find_key_fault(name, key, plain=False))
        plain = access.endpoint.lower().startswith("http:") and not access.is_local
        fault = find_key_fault(name, key, plain=plain)
        if fault:
            raise self._error(fault)
        return key

    def _error(self, fault: str) -> ConfigError:
        return ConfigError(f"{self.prefix}: {fault}", hint="`daykeep config show` says where it is set")
