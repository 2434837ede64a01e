"""A chat model behind an HTTP endpoint that speaks the OpenAI chat completions API, as local servers do too."""

from __future__ import annotations

import http.client
import json
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from daykeep.errors import ConfigError, ModelError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.config import Settings

ANSWER_LIMIT_BYTES = 1_000_000
"""A longer answer is none: one sentence is asked for."""
ANSWER_TOKENS = 400
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class ChatModel(NamedTuple):
    """One model at one endpoint (``https://host/v1``); ``key`` is sent as a bearer token where there is one."""

    endpoint: str
    model: str
    key: str = ""
    timeout_seconds: float = 30.0

    def complete(self, messages: Sequence[Mapping[str, str]]) -> str:
        """The model's answer to the messages, temperature 0; one request, no retry, no redirect followed.

        Raises ModelError for a server that can't be reached, is too slow, answers with another status than 200, with
        more than ``ANSWER_LIMIT_BYTES`` or with something that is no chat completion. The key is in no message.
        """
        body = {
            "model": self.model,
            "messages": list(messages),
            "temperature": 0,
            "max_tokens": ANSWER_TOKENS,
            "stream": False,
        }
        status, data = self._post(json.dumps(body, ensure_ascii=False).encode())
        if status != http.client.OK:
            raise ModelError(f'the model at "{self._host}" answered with status {status}')
        if len(data) > ANSWER_LIMIT_BYTES:
            raise ModelError(
                f'the model at "{self._host}" answered with more than {ANSWER_LIMIT_BYTES:,} bytes'
            )
        return self._text(data)

    @property
    def _host(self) -> str:
        return urlsplit(self.endpoint).netloc.rpartition("@")[2]

    def _post(self, body: bytes) -> tuple[int, bytes]:
        parts = urlsplit(self.endpoint)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        connection = kind(parts.hostname or "", parts.port, timeout=self.timeout_seconds)
        try:
            connection.request("POST", f"{parts.path.rstrip('/')}/chat/completions", body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(ANSWER_LIMIT_BYTES + 1)
        except (OSError, http.client.HTTPException) as error:
            why = str(error) or type(error).__name__
            raise ModelError(f'the model at "{self._host}" can\'t be reached: {why}') from error
        finally:
            connection.close()

    def _text(self, data: bytes) -> str:
        try:
            answer: Any = json.loads(data)
            text = answer["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
            raise ModelError(f'the model at "{self._host}" gave no chat completion') from error
        if not isinstance(text, str):
            raise ModelError(f'the model at "{self._host}" gave an answer without text')
        return text


def find_writer(settings: Settings, environ: Mapping[str, str]) -> ChatModel | None:
    """The model that the user set up to word what is learned; None if there is none (the default).

    Raises ConfigError for an endpoint that is no HTTP address, that sends a key over plain HTTP to another machine,
    or that has no model named.
    """
    endpoint = str(settings["distill.writer.endpoint"]).strip()
    if not endpoint:
        return None
    model = str(settings["distill.writer.model"]).strip()
    name = str(settings["distill.writer.key_env"]).strip()
    key = environ.get(name, "").strip() if name else ""
    fault = _fault(endpoint, model, name, key)
    if fault:
        raise ConfigError(f"distill.writer: {fault}", hint="`daykeep config show` says where it is set")
    return ChatModel(endpoint, model, key, float(settings["distill.writer.timeout_seconds"]))


def _fault(endpoint: str, model: str, name: str, key: str) -> str:
    try:
        parts = urlsplit(endpoint)
        port_ok = parts.port is None or parts.port > 0
    except ValueError:
        return f'"{endpoint}" is not an address'
    if parts.scheme not in {"http", "https"} or not parts.hostname or not port_ok:
        return f'"{endpoint}" is not an http or https address'
    if not model:
        return "endpoint is set and model is not"
    plain = parts.scheme == "http" and parts.hostname not in LOOPBACK
    return _key_fault(name, key, plain=plain) if name else ""


def _key_fault(name: str, key: str, *, plain: bool) -> str:
    if not key:
        return f"the environment variable {name} that should hold the key is empty"
    if not key.isascii() or not key.isprintable():
        return f"the environment variable {name} holds something that can't be sent as a key"
    return "a key is not sent over plain http to another machine; use https" if plain else ""
