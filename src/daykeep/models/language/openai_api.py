"""A chat model that speaks OpenAI's API, by the official package (the extra ``daykeep[openai]``): theirs or any server's."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from daykeep.clock import out_of_time_in
from daykeep.errors import ModelError
from daykeep.models.language.model import JsonReply, count_of, read_bounded, read_json
from daykeep.models.language.sdk import NO_KEY, RETRIES, broken_off, refuses, to_model_error, without

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.models.language.sdk import Access

TEMPERATURE = "temperature"


class OpenAiModel:
    """Asks for an answer of a JSON schema (``response_format``), at temperature 0 where the model takes one.

    The package is imported at the first question, not before: that takes a second. No redirect is followed.
    """

    name = "openai"

    def __init__(self, access: Access) -> None:
        self._access = access
        self.version = f"{access.model}@{access.host or 'api.openai.com'}"
        self.is_local = access.is_local
        self._left_out: set[str] = set()

    def ask(self, instructions: str, text: str, schema: Mapping[str, Any]) -> JsonReply:
        """The answer; ModelError for a server that can't be reached, is too slow, or gives none that is whole."""
        form = {"name": "answer", "strict": True, "schema": dict(schema)}
        body: dict[str, Any] = {
            "model": self._access.model,
            "messages": [{"role": "system", "content": instructions}, {"role": "user", "content": text}],
            "response_format": {"type": "json_schema", "json_schema": form},
            TEMPERATURE: 0,
        }
        for name in self._left_out:
            body = without(body, name)
        answer = self._send(body)
        return JsonReply(read_json(self._text(answer), self._who), _tokens(answer))

    def _send(self, body: dict[str, Any]) -> Any:
        import openai  # noqa: PLC0415 - an optional extra that takes a second to import

        late = out_of_time_in(self._access.timeout_seconds * (RETRIES + 1))
        make = self._client.chat.completions.with_streaming_response.create
        try:
            with make(**body) as response:
                return read_bounded(response.iter_bytes(), late, self._who)
        except openai.OpenAIError as error:
            if TEMPERATURE in body and refuses(error, TEMPERATURE):
                self._left_out.add(TEMPERATURE)
                return self._send(without(body, TEMPERATURE))
            raise to_model_error(error, self._who, self._access.key) from None
        except broken_off() as error:
            raise ModelError(f"{self._who} can't be reached: {type(error).__name__}") from None

    def _text(self, answer: Any) -> str:
        try:
            choice = answer["choices"][0]
            message, why = choice["message"], choice.get("finish_reason")
            text, refusal = message.get("content"), message.get("refusal")
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise ModelError(f"{self._who} gave no chat completion") from error
        if refusal or why == "content_filter":
            raise ModelError(f"{self._who} refused to answer")
        if why == "length":
            raise ModelError(f"{self._who} gave an answer that was cut off")
        if not isinstance(text, str):
            raise ModelError(f"{self._who} gave an answer without text")
        return text

    @property
    def _who(self) -> str:
        return f'the model at "{self._access.host or "api.openai.com"}"'

    @cached_property
    def _client(self) -> Any:
        import openai  # noqa: PLC0415 - an optional extra that takes a second to import

        access = self._access
        return openai.OpenAI(
            base_url=access.endpoint or None,
            api_key=access.key or NO_KEY,
            timeout=access.timeout_seconds,
            max_retries=RETRIES,
            http_client=openai.DefaultHttpxClient(follow_redirects=False, trust_env=not access.is_local),
        )


def _tokens(answer: Any) -> int | None:
    usage = answer.get("usage")
    return count_of(usage.get("prompt_tokens")) if isinstance(usage, dict) else None
