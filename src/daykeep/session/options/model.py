"""What may be chosen about records, compression, retrieval, promotion and places, and by which key of which file."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

CONFIG_FILE = ".dumate/context/config.yaml"
ROOT_KEY = "context_manager"

KEYS: Mapping[str, str] = MappingProxyType(
    {
        "decay.enabled": "session.decay.enabled",
        "decay.threshold_rounds": "session.decay.threshold_rounds",
        "decay.high_importance_threshold": "session.decay.high_importance_threshold",
        "decay.auto_refresh": "session.decay.auto_refresh",
        "compression.enabled": "session.compression.enabled",
        "compression.target_ratio": "session.compression.target_ratio",
        "compression.preserve_types": "session.compression.preserve_types",
        "retrieval.enabled": "session.retrieval.enabled",
        "retrieval.top_k": "session.retrieval.top_k",
        "retrieval.relevance_threshold": "session.retrieval.relevance_threshold",
        "retrieval.enhance_position": "session.retrieval.enhance_position",
        "sync.enabled": "session.sync.enabled",
        "sync.auto_promote": "session.sync.auto_promote",
        "sync.promotion_threshold.importance": "session.sync.promotion_importance",
        "sync.promotion_threshold.cross_session_value": "session.sync.cross_session_value",
        "position.enabled": "session.position.enabled",
        "position.danger_zone": "session.position.danger_zone",
        "position.auto_relocate": "session.position.auto_relocate",
    }
)
"""Every key of ``config.yaml``, below ``context_manager``, with the setting that it is the same as."""


class Decay(NamedTuple):
    """When information fades, in rounds, and whether it is then restated without being asked."""

    enabled: bool
    rounds: int
    high_rounds: int
    auto_refresh: bool


class Compression(NamedTuple):
    """The size to aim at, as a share of what there is, and the types that are kept word by word."""

    enabled: bool
    target_ratio: float
    preserve_types: tuple[str, ...]


class Retrieval(NamedTuple):
    """How many known things are put into a context, from which score (0.0 to 1.0) on, and where."""

    enabled: bool
    top_k: int
    relevance_threshold: float
    position: str


class Sync(NamedTuple):
    """What is promoted to long-term memory: from which importance on, and whether several sessions' is too."""

    enabled: bool
    auto_promote: bool
    importance: str
    cross_session_value: bool


class Place(NamedTuple):
    """Which part of a context is its middle, as shares of its length, and whether what stands there is restated."""

    enabled: bool
    zone: tuple[float, float]
    auto_relocate: bool


class Options(NamedTuple):
    """Everything that may be chosen; ``origins`` says for each setting where its value came from."""

    decay: Decay
    compression: Compression
    retrieval: Retrieval
    sync: Sync
    position: Place
    origins: Mapping[str, str] = MappingProxyType({})
