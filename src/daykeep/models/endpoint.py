"""An HTTP address of a model that the user set up: one request, no retry, no redirect, the key in no message."""

from __future__ import annotations

import http.client
import json
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from daykeep.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Mapping

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Endpoint(NamedTuple):
    """One address (``https://host/v1``); ``key`` is sent as a bearer token where there is one."""

    address: str
    key: str = ""
    timeout_seconds: float = 30.0

    @property
    def host(self) -> str:
        """The host for messages, without a user or password."""
        return urlsplit(self.address).netloc.rpartition("@")[2]

    def ask(self, path: str, body: Mapping[str, Any], *, limit_bytes: int) -> Any:
        """Post a JSON body to ``path`` below the address; the JSON of the answer.

        Raises ModelError for a server that can't be reached, is too slow, answers with another status than 200, with
        more than ``limit_bytes`` or with no JSON. ``details["status"]`` holds a status that is not 200.
        """
        status, data = self._post(path, json.dumps(body, ensure_ascii=False).encode(), limit_bytes)
        if status != http.client.OK:
            raise ModelError(
                f'the model at "{self.host}" answered with status {status}', details={"status": status}
            )
        if len(data) > limit_bytes:
            raise ModelError(f'the model at "{self.host}" answered with more than {limit_bytes:,} bytes')
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise ModelError(f'the model at "{self.host}" answered with something that is no JSON') from error

    def _post(self, path: str, body: bytes, limit_bytes: int) -> tuple[int, bytes]:
        parts = urlsplit(self.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        connection = kind(parts.hostname or "", parts.port, timeout=self.timeout_seconds)
        try:
            connection.request("POST", f"{parts.path.rstrip('/')}/{path}", body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(limit_bytes + 1)
        except (OSError, http.client.HTTPException) as error:
            why = str(error) or type(error).__name__
            raise ModelError(f'the model at "{self.host}" can\'t be reached: {why}') from error
        finally:
            connection.close()


def find_fault(address: str, model: str, key_name: str, key: str) -> str:
    """What is wrong with an address, a model's name and a key from the variable ``key_name``; ``""`` if nothing is.

    A key is not sent over plain HTTP to another machine.
    """
    try:
        parts = urlsplit(address)
        port_ok = parts.port is None or parts.port > 0
    except ValueError:
        return f'"{address}" is not an address'
    if parts.scheme not in {"http", "https"} or not parts.hostname or not port_ok:
        return f'"{address}" is not an http or https address'
    if not model:
        return "endpoint is set and model is not"
    plain = parts.scheme == "http" and parts.hostname not in LOOPBACK
    return _key_fault(key_name, key, plain=plain) if key_name else ""


def _key_fault(name: str, key: str, *, plain: bool) -> str:
    if not key:
        return f"the environment variable {name} that should hold the key is empty"
    if not key.isascii() or not key.isprintable():
        return f"the environment variable {name} holds something that can't be sent as a key"
    return "a key is not sent over plain http to another machine; use https" if plain else ""
