import pytest

from daykeep.transcripts.messages.blocks import block_of
from daykeep.transcripts.messages.model import Message
from daykeep.triage.signed.strip import OMITTED, is_signed, strip_message
from tests.session.making import agent, item_call, messages_of, use, user
from tests.transcripts.messages.making import SIGNED


def one(given):
    return messages_of(given)[0]


@pytest.mark.parametrize(
    ("given", "left"),
    [
        (agent(SIGNED, "Yes.", use("t")), ["text", "tool_use"]),
        (agent({"type": "redacted_thinking", "data": "x"}, "Yes."), ["text"]),
        (agent({"type": "thinking", "thinking": "", "signature": "s"}, "Yes."), ["text"]),
    ],
)
def test_thinking_of_every_form_is_gone_and_what_was_said_stays(given, left):
    message = one(given)
    assert is_signed(message)
    assert [block.kind for block in strip_message(message).blocks] == left
    assert not is_signed(strip_message(message))


def test_answer_that_only_thought_says_so():
    assert strip_message(one(agent(SIGNED))).text == OMITTED
    reasoning = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "z"}
    assert strip_message(one(reasoning)).text == OMITTED


def test_seals_in_other_blocks_are_gone():
    call = block_of({"type": "toolCall", "id": "t", "name": "ls", "arguments": {}, "thoughtSignature": "x"})
    said = block_of({"type": "text", "text": "Yes.", "textSignature": "msg_1"})
    stripped = strip_message(Message("assistant", (said, call)))
    assert [block.data for block in stripped.blocks] == [
        {"type": "text", "text": "Yes."},
        {"type": "toolCall", "id": "t", "name": "ls", "arguments": {}},
    ]


def test_compaction_of_the_provider_keeps_its_seal():
    item = {"type": "compaction", "encrypted_content": "q"}
    assert strip_message(one(item)).blocks[0].data == item


def test_items_lose_the_ids_that_lead_to_their_reasoning():
    assert strip_message(one(item_call("a", id="fc_1"))).blocks[0].data == item_call("a")
    said = {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "content": [{"type": "output_text", "text": "x"}],
    }
    assert "id" not in strip_message(one(said)).given


def test_reasoning_beside_the_content_of_a_chat_is_gone():
    message = one({"role": "assistant", "content": "Yes.", "reasoning_content": "hm"})
    assert is_signed(message)
    assert strip_message(message).given == {"role": "assistant", "content": "Yes."}


@pytest.mark.parametrize("given", [user("Hi."), agent("Yes.", use("t"))])
def test_what_is_not_signed_is_the_same_object(given):
    message = one(given)
    assert not is_signed(message)
    assert strip_message(message) is message
