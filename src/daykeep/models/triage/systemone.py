"""A decision model behind HTTP: Clef, Jev, and any server that answers System One's questions or the Decisions API's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.guard.secrets import mask_secrets
from daykeep.models.endpoint import Patience
from daykeep.models.triage.forms import find_path, make_body, read_reply
from daykeep.triage.protocols import DeciderLimits

if TYPE_CHECKING:
    from daykeep.models.endpoint import Endpoint
    from daykeep.triage.deciders.asking.request import Reply, Request

ANSWER_LIMIT_BYTES = 2_000_000
"""64 answers of four numbers are some 20 kB."""
TRIES = 3
MAX_QUESTIONS = 64
"""Clef refuses the 65th question with status 422; others allow more, and lose nothing by fewer."""
FIRST_STATE_TOKENS = 1_500
"""Some hosts read only the first 2,048 tokens and say nothing about it: more is sent once less was read to its end."""
STATE_TOKENS = 30_000
_KNOWN = {
    "clef-flash": (60_000, 0.09),
    "clef": (60_000, 0.24),
    "jev": (STATE_TOKENS, 0.042),
}
"""The beginning of a model's name: the tokens of a state that it documents, less a margin, and dollars for a million of them."""


class SystemOneAsking:
    """Asks a decision model at one address; its probabilities are the model's own, its output costs nothing.

    What looks like a password or a key is masked before it is sent to another machine.
    """

    name = "systemone"
    reorders = False
    uncalibrated = False

    def __init__(self, endpoint: Endpoint, model: str, *, patience: Patience = Patience(TRIES)) -> None:  # noqa: B008 - it never changes
        self._endpoint, self._model, self._patience = endpoint, model, patience
        self.version = f"{model}@{endpoint.host}"
        self.is_local = endpoint.is_local
        self.limits = find_limits(model)

    def ask(self, request: Request) -> Reply:
        """The model's answers to all questions of the request; ModelError as `Endpoint.ask` and `read_reply` raise it."""
        endpoint = self._endpoint
        sent = request if self.is_local else request._replace(text=mask_secrets(request.text)[0])
        answer = endpoint.ask(
            find_path(endpoint.address, self._model),
            make_body(endpoint.address, self._model, sent),
            limit_bytes=ANSWER_LIMIT_BYTES,
            patience=self._patience,
        )
        return read_reply(answer, host=endpoint.host, key=endpoint.key)


def find_limits(model: str) -> DeciderLimits:
    """What a request to this model may hold; careful numbers for one that isn't known.

    >>> find_limits("@cf/cloudflare/clef-flash").price_in
    0.09
    """
    name = model.rpartition("/")[2].lower()
    most, price = next(
        (known for start, known in _KNOWN.items() if name.startswith(start)), (STATE_TOKENS, 0.0)
    )
    return DeciderLimits(MAX_QUESTIONS, most, price, 0.0, FIRST_STATE_TOKENS)
