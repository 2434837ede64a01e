"""A view as the request that a provider takes. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.transcripts.messages.model import Conversation
from daykeep.transcripts.messages.normalise import normalise
from daykeep.transcripts.messages.render import RENDERERS

if TYPE_CHECKING:
    from daykeep.transcripts.messages.model import Images, Provider, Repair
    from daykeep.triage.view.model import View


class Rendered(NamedTuple):
    """A request's messages in the provider's form, and what had to be repaired so that it takes them."""

    request: Any
    repairs: tuple[Repair, ...]


def render(
    view: View, provider: Provider, *, form: str = "", model: str = "", images: Images = "keep"
) -> Rendered:
    """The view for a provider: what it takes already comes out as it was given.

    ``form`` is the format of the history (see `SessionInfo`); ``model`` the one that reads: thinking of another is left out. The same
    view gives the same bytes, and a view that grew by finished messages begins with those of before.
    """
    done = normalise(Conversation(form, view.messages), provider=provider, model=model, images=images)
    return Rendered(RENDERERS[provider](done.messages), done.repairs)
