"""A chat model behind an HTTP endpoint that speaks the OpenAI chat completions API, as local servers do too."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConfigError, ModelError
from daykeep.models.endpoint import Endpoint, find_fault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.config import Settings

ANSWER_LIMIT_BYTES = 1_000_000
"""A longer answer is none: one sentence is asked for."""
ANSWER_TOKENS = 400


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
        endpoint = Endpoint(self.endpoint, self.key, self.timeout_seconds)
        answer = endpoint.ask("chat/completions", body, limit_bytes=ANSWER_LIMIT_BYTES)
        try:
            text = answer["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as error:
            raise ModelError(f'the model at "{endpoint.host}" gave no chat completion') from error
        if not isinstance(text, str):
            raise ModelError(f'the model at "{endpoint.host}" gave an answer without text')
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
    fault = find_fault(endpoint, model, name, key)
    if fault:
        raise ConfigError(f"distill.writer: {fault}", hint="`daykeep config show` says where it is set")
    return ChatModel(endpoint, model, key, float(settings["distill.writer.timeout_seconds"]))
