"""Make a conversation one that a provider takes. Every change is reported; what is right comes back as it was. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import DocumentError
from daykeep.transcripts.messages.conversion.convert import FAMILIES, convert
from daykeep.transcripts.messages.model import ATTACHMENT, NOTHING, Block, Normalised
from daykeep.transcripts.messages.repairs.identifiers import name_calls
from daykeep.transcripts.messages.repairs.images import strip_images
from daykeep.transcripts.messages.repairs.ledger import Item, Ledger
from daykeep.transcripts.messages.repairs.order import arrange, place_system
from daykeep.transcripts.messages.repairs.pairing import pair_results
from daykeep.transcripts.messages.repairs.sanitise import drop_empty, mend_texts, put_right
from daykeep.transcripts.messages.repairs.thinking import Rules, keep_thinking_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.transcripts.messages.model import Conversation, Images, Provider


def normalise(
    conversation: Conversation,
    *,
    provider: Provider,
    images: Images = "keep",
    model: str = "",
    edited_from: int | None = None,
) -> Normalised:
    """The messages as the provider takes them, and every repair. Normalising what comes out changes nothing more.

    ``images="placeholder"`` puts ``[image]`` and ``[document]`` in place of all pictures and documents. ``model`` is the one that
    will read the conversation ("" for the one that answered last). ``edited_from`` is the number of the first message from which on the
    caller has changed the conversation (what stands before it counts): thinking from there on is no longer what was signed. Nothing that the user
    or the assistant said is lost; the conversation itself is not changed. DocumentError if its values are nested too deeply.
    """
    try:
        return _normalise(conversation, Rules(provider, model, edited_from), images)
    except RecursionError as error:
        raise DocumentError("the conversation holds values that are nested too deeply") from error


def _normalise(conversation: Conversation, rules: Rules, images: Images) -> Normalised:
    ledger = Ledger()
    provider, source = rules.provider, conversation.format
    items = put_right(mend_texts(_items(conversation, provider), ledger), provider, ledger)
    items = name_calls(items, provider, ledger)
    items = strip_images(items, provider, images, ledger)
    items = _converted(items, provider, source, ledger)
    items = drop_empty(items, provider, ledger)
    items = place_system(items, provider, ledger)
    items = pair_results(items, ledger)
    items = keep_thinking_whole(items, rules, ledger)
    items = drop_empty(items, provider, ledger)
    items = arrange(items, provider, source, ledger)
    items = _attached(items, provider, source, ledger)
    return Normalised(tuple(item.message for item in items), ledger.repairs())


def _items(conversation: Conversation, provider: Provider) -> list[Item]:
    """The messages with their numbers; a block that stands there twice is two blocks from here on."""
    is_own = FAMILIES.get(conversation.format) == provider
    seen: set[int] = set()
    found = []
    for number, message in enumerate(conversation.messages, 1):
        blocks = tuple(Block(*block) if id(block) in seen else block for block in message.blocks)
        seen.update(map(id, blocks))
        given = message.given if is_own else NOTHING
        found.append(Item(number, message._replace(blocks=blocks, given=given)))
    return found


def _converted(items: Sequence[Item], provider: Provider, source: str, ledger: Ledger) -> list[Item]:
    """All blocks but attachments, which still have to find their place, in the provider's shape; without messages of which nothing is left."""
    made = [(item, _convert(item, provider, source, ledger, attachments=False)) for item in items]
    return [after for before, after in made if after.message.blocks or not before.message.blocks]


def _attached(items: Sequence[Item], provider: Provider, source: str, ledger: Ledger) -> list[Item]:
    """What a repair put in, and the attachments, in the provider's shape too."""
    return [_convert(item, provider, source, ledger, attachments=True) for item in items]


def _convert(item: Item, provider: Provider, source: str, ledger: Ledger, *, attachments: bool) -> Item:
    blocks = []
    for block in item.message.blocks:
        if block.kind == ATTACHMENT and not attachments:
            blocks.append(block)
            continue
        one = item.message._replace(blocks=(block,))
        blocks += convert(one, provider, source, lambda text: ledger.enter("converted", item, text))
    return item.holding(blocks)
