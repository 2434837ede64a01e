"""What messages weigh where no provider has said it."""

from __future__ import annotations

import pytest

from daykeep.transcripts.messages.model import Block, Message
from daykeep.transcripts.usage.weigh import (
    DOCUMENT_TOKENS,
    IMAGE_TOKENS,
    MESSAGE_TOKENS,
    images_of,
    weigh_block,
    weigh_message,
)

PICTURE = {"type": "image", "source": {"type": "base64", "data": "A" * 100_000}}


def block(kind, text="", **data):
    return Block(kind, text, "id", data.pop("name", ""), data)


@pytest.mark.parametrize(
    ("held", "tokens"),
    [
        (block("text", "12345"), 5),
        (block("thinking", "123"), 3),
        (block("redacted_thinking", data="x" * 1_000), 0),
        (block("tool_use", name="bash", input={"a": "b"}), 4 + len('{"a": "b"}')),
        (block("tool_use", name="bash", arguments='{"a":1}'), 4 + 7),
        (block("tool_use", name="f", function={"arguments": "{}"}), 1 + len('{"arguments": "{}"}')),
        (block("tool_result", "12345678"), 8),
        (block("tool_result", "12", content=[PICTURE, {"type": "text", "text": "12"}]), 2 + IMAGE_TOKENS),
        (block("image", **PICTURE), IMAGE_TOKENS),
        (block("document", source={"data": "A" * 100_000}), DOCUMENT_TOKENS),
        (block("document", "text of it"), 10),
        (block("other", a=1), len('{"a": 1}')),
        (block("compaction", "summary"), 7),
    ],
)
def test_weigh_block_counts_what_a_model_reads_and_no_encoded_bytes(held, tokens):
    assert weigh_block(held, len) == tokens


def test_weigh_message_is_its_blocks_and_what_stands_around_them():
    message = Message("user", (block("text", "abc"), block("text", "de")))
    assert weigh_message(message, len) == 5 + MESSAGE_TOKENS


def test_images_of_counts_those_inside_a_result():
    assert images_of(block("tool_result", content=[PICTURE, PICTURE, "text"])) == 2
    assert images_of(block("text", "x", content=[PICTURE])) == 0
