"""What the adapters of the two official packages share: where they send to, how long they wait, how they fail."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from daykeep.errors import ConfigError, ModelError
from daykeep.models.endpoint import LOOPBACK, clean, find_said

if TYPE_CHECKING:
    from collections.abc import Mapping

RETRIES = 2
"""How often the packages ask a busy server again; they wait as it says, two minutes at most."""
NO_KEY = "none"
"""What is sent where no key is set: the packages want one, servers on this machine don't look at it."""


class Access(NamedTuple):
    """Which model is asked where. ``endpoint`` is "" for the provider's own address, ``key`` "" for none."""

    model: str
    endpoint: str = ""
    key: str = ""
    timeout_seconds: float = 30.0

    @property
    def host(self) -> str:
        """The host of the endpoint for messages; "" for the provider's own."""
        return urlsplit(self.endpoint).netloc.rpartition("@")[2]

    @property
    def is_local(self) -> bool:
        """Whether the endpoint is on this machine."""
        return urlsplit(self.endpoint).hostname in LOOPBACK


def need_package(name: str) -> None:
    """ConfigError if an optional package isn't installed; it is not imported."""
    if find_spec(name) is None:
        raise ConfigError(
            f"the package {name} is not installed", hint=f'pip install "daykeep[{name}]" brings it'
        )


def to_model_error(error: Exception, who: str, key: str) -> ModelError:
    """An error of a package in daykeep's words: the status and what the server said of it, without the key."""
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        said = find_said(_body(error), key)
        return ModelError(
            f"{who} answered with status {status}{said and ': ' + said}", details={"status": status}
        )
    return ModelError(f"{who} can't be reached: {clean(str(error), key) or type(error).__name__}")


def broken_off() -> type[Exception]:
    """What is raised for an answer that breaks off while it is read."""
    import httpx2  # noqa: PLC0415 - comes with the packages

    found: type[Exception] = httpx2.HTTPError
    return found


def refuses(error: Exception, name: str) -> bool:
    """Whether a server refused a request because of one of its parameters."""
    return getattr(error, "status_code", None) == 400 and name in find_said(_body(error), "").lower()


def _body(error: Exception) -> bytes:
    response: Any = getattr(error, "response", None)
    data = getattr(response, "content", b"")
    return data if isinstance(data, bytes) else b""


def without(body: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The same request but for one parameter."""
    return {key: value for key, value in body.items() if key != name}
