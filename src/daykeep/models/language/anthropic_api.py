"""A model that speaks Anthropic's API, by the official package (the extra ``daykeep[anthropic]``): theirs or any server's."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from daykeep.clock import out_of_time_in
from daykeep.errors import ModelError
from daykeep.models.language.model import ANSWER_TOKENS, JsonReply, count_of, read_bounded
from daykeep.models.language.sdk import NO_KEY, RETRIES, broken_off, refuses, to_model_error

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.models.language.sdk import Access

TOOL = "answer"
_FREE = {"type": "auto"}
_COUNTED = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


class AnthropicModel:
    """Asks for an answer by a tool that the model has to call; one that always thinks can't be made to, and is told to.

    The package is imported at the first question, not before: that takes two seconds. No redirect is followed.
    """

    name = "anthropic"

    def __init__(self, access: Access) -> None:
        self._access = access
        self.version = f"{access.model}@{access.host or 'api.anthropic.com'}"
        self.is_local = access.is_local
        self._choice: dict[str, str] = {"type": "tool", "name": TOOL}

    def ask(self, instructions: str, text: str, schema: Mapping[str, Any]) -> JsonReply:
        """The input of the tool's call; ModelError for a server that can't be reached, is too slow, or gives none that is whole."""
        body: dict[str, Any] = {
            "model": self._access.model,
            "max_tokens": ANSWER_TOKENS,
            "system": f"{instructions}\n\nGive your answer by the tool `{TOOL}`.",
            "messages": [{"role": "user", "content": text}],
            "tools": [{"name": TOOL, "description": "Gives the answer.", "input_schema": dict(schema)}],
            "tool_choice": self._choice,
        }
        answer = self._send(body)
        return JsonReply(self._input(answer), _tokens(answer))

    def _send(self, body: dict[str, Any]) -> Any:
        import anthropic  # noqa: PLC0415 - an optional extra that takes seconds to import

        late = out_of_time_in(self._access.timeout_seconds * (RETRIES + 1))
        try:
            with self._client.messages.with_streaming_response.create(**body) as response:
                return read_bounded(response.iter_bytes(), late, self._who)
        except anthropic.AnthropicError as error:
            if self._choice != _FREE and (refuses(error, "tool_choice") or refuses(error, "thinking")):
                self._choice = dict(_FREE)
                return self._send({**body, "tool_choice": self._choice})
            raise to_model_error(error, self._who, self._access.key) from None
        except broken_off() as error:
            raise ModelError(f"{self._who} can't be reached: {type(error).__name__}") from None

    def _input(self, answer: Any) -> Any:
        blocks, why = answer.get("content"), answer.get("stop_reason")
        if why == "max_tokens":
            raise ModelError(f"{self._who} gave an answer that was cut off")
        if why == "refusal":
            raise ModelError(f"{self._who} refused to answer")
        for block in blocks if isinstance(blocks, list) else []:
            if isinstance(block, dict) and block.get("type") == "tool_use" and block.get("name") == TOOL:
                value = block.get("input")
                if isinstance(value, dict):
                    return value
        raise ModelError(f"{self._who} gave no answer by the tool")

    @property
    def _who(self) -> str:
        return f'the model at "{self._access.host or "api.anthropic.com"}"'

    @cached_property
    def _client(self) -> Any:
        import anthropic  # noqa: PLC0415 - an optional extra that takes seconds to import

        access = self._access
        return anthropic.Anthropic(
            base_url=access.endpoint or None,
            api_key=access.key or NO_KEY,
            timeout=access.timeout_seconds,
            max_retries=RETRIES,
            http_client=anthropic.DefaultHttpxClient(follow_redirects=False, trust_env=not access.is_local),
        )


def _tokens(answer: Any) -> int | None:
    """What was read: new, from the cache, and into the cache."""
    usage = answer.get("usage")
    if not isinstance(usage, dict) or count_of(usage.get("input_tokens")) is None:
        return None
    return sum(count_of(usage.get(name)) or 0 for name in _COUNTED)
