"""The two forms in which decision models are asked: System One's, and that of the Decisions API; how both answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from daykeep.errors import ModelError
from daykeep.models.endpoint import clean
from daykeep.triage.deciders.asking.request import CODEWORD_ID, Reply

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.triage.deciders.asking.request import Question, Request

SYSTEM_ONE, DECISIONS = "systemone", "decisions"
CLOUDFLARE_PREFIX = "@cf/cloudflare/"
_ERRORS_SHOWN = 3


def find_path(address: str, model: str) -> str:
    """What is put behind an address to ask a model: "" for one that is whole.

    Whole are addresses that end in ``/systemone`` or ``/decisions``, and Workers AI's with the model in them.

    >>> find_path("https://host/v1", "m"), find_path("http://localhost:4750", "m"), find_path("https://host/v1/decisions", "m")
    ('systemone', 'v1/systemone', '')
    >>> find_path("https://api.cloudflare.com/client/v4/accounts/1/ai", "clef")
    'run/@cf/cloudflare/clef'
    """
    path = urlsplit(address).path.rstrip("/")
    if path.endswith((f"/{SYSTEM_ONE}", f"/{DECISIONS}")) or "/ai/run/" in path:
        return ""
    if path.endswith("/ai"):
        return f"run/{CLOUDFLARE_PREFIX}{model.removeprefix(CLOUDFLARE_PREFIX)}"
    return SYSTEM_ONE if path else f"v1/{SYSTEM_ONE}"


def make_body(address: str, model: str, request: Request) -> dict[str, Any]:
    """The request in the form that the address wants."""
    name = model.removeprefix(CLOUDFLARE_PREFIX)
    if urlsplit(address).path.rstrip("/").endswith(f"/{DECISIONS}"):
        return {
            "model": name,
            "input": request.text,
            "questions": [_named(one, request) for one in request.questions],
        }
    return {
        "model": name,
        "state": request.text,
        "questions": {
            one.id: {"type": "choice", "instructions": one.text, "criteria": _criteria(one, request)}
            for one in request.questions
        },
    }


def _named(question: Question, request: Request) -> dict[str, Any]:
    meanings = _criteria(question, request)
    choices = [{"value": choice, "description": meaning} for choice, meaning in meanings.items()]
    return {"type": "choice", "name": question.id, "instructions": question.text, "choices": choices}


def _criteria(question: Question, request: Request) -> dict[str, str]:
    if question.id == CODEWORD_ID:
        return {word: f"the text ends with {word}" for word in question.choices}
    return {choice: request.criteria.get(choice, choice) for choice in question.choices}


def read_reply(answer: Any, *, host: str, key: str = "") -> Reply:
    """The reply in a server's JSON: System One's, the Decisions API's, or either in Cloudflare's envelope.

    Raises ModelError for an envelope that says it failed and for what holds no answers. An answer that is none, a refusal, and two
    answers to one question are left out; everything else is passed on as it came, to be checked.
    """
    held = _unwrapped(answer, host, key)
    given = held.get("answers") if isinstance(held, dict) else None
    if not isinstance(given, dict | list):
        raise ModelError(f'the model at "{host}" gave no answers')
    answers: dict[str, Mapping[str, object]] = {}
    confidences: dict[str, float] = {}
    twice: set[str] = set()
    for name, one in _entries(given):
        twice |= {name} & set(answers)
        shares = _shares(one.get("probabilities"))
        if shares is not None:
            answers[name] = shares
        said = one.get("confidence")
        if isinstance(said, int | float) and not isinstance(said, bool):
            confidences[name] = said
    left = {name: shares for name, shares in answers.items() if name not in twice}
    return Reply(left, confidences, _input_tokens(held))


def _unwrapped(answer: Any, host: str, key: str) -> Any:
    """What an envelope of ``result``, ``success`` and ``errors`` holds; what is in none as it is."""
    if not isinstance(answer, dict) or "success" not in answer:
        return answer
    if answer["success"] is not True:
        errors = answer.get("errors")
        said = [_error_text(one) for one in errors[:_ERRORS_SHOWN]] if isinstance(errors, list) else []
        why = clean("; ".join(one for one in said if one), key)
        raise ModelError(f'the model at "{host}" says that it failed{why and ": " + why}')
    return answer.get("result")


def _error_text(error: Any) -> str:
    if not isinstance(error, dict):
        return ""
    return " ".join(str(error[name]) for name in ("code", "message") if error.get(name))


def _entries(given: dict[str, Any] | list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each answer with the id of its question."""
    if isinstance(given, dict):
        yield from ((str(name), one) for name, one in given.items() if isinstance(one, dict))
        return
    for one in given:
        if isinstance(one, dict) and isinstance(one.get("name"), str):
            yield one["name"], one


def _shares(given: Any) -> dict[str, object] | None:
    """The probability of each choice; None where there are none, or one choice has two."""
    if isinstance(given, dict):
        return {str(name): share for name, share in given.items()}
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        return None
    found: dict[str, object] = {str(one.get("value")): one.get("probability") for one in given}
    return found if len(found) == len(given) else None


def _input_tokens(held: Any) -> int | None:
    usage = held.get("usage")
    said = usage.get("input_tokens", usage.get("prompt_tokens")) if isinstance(usage, dict) else None
    return said if isinstance(said, int) and not isinstance(said, bool) else None
