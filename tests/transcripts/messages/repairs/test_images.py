"""Pictures and documents: as asked, and where a request would be refused."""

import base64
import struct
from typing import Any

import pytest

from daykeep.transcripts.messages.conversion.sizes import longest_side
from daykeep.transcripts.messages.model import PROVIDERS
from tests.transcripts.messages.making import agent, conversation, repaired, result, text, use, user

DOCUMENT = {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "aGk="}}


def png(side: int) -> str:
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", side, 10)
    return base64.b64encode(head + b"\x08\x02\x00\x00\x00").decode()


def picture(side: int = 10) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png(side)}}


def _images(request: Any) -> list[bool]:
    return [block["type"] == "image" for message in request["messages"] for block in message["content"]]


def test_of_21_images_of_2001_pixels_the_oldest_is_replaced() -> None:
    request, codes = repaired(conversation([user([picture(2001)] * 21)]))
    assert _images(request) == [False] + [True] * 20
    assert request["messages"][0]["content"][0] == text("[image]")
    assert codes == ["image_limit"]


def test_one_large_image_among_many_small_ones_goes_alone() -> None:
    request, codes = repaired(conversation([user([picture()] * 30 + [picture(2001)])]))
    assert _images(request) == [True] * 30 + [False]
    assert codes == ["image_limit"]


@pytest.mark.parametrize("images", [[picture(2001)] * 20, [picture(2000)] * 40, [picture()] * 21])
def test_images_within_the_limit_stay(images: list[Any]) -> None:
    request, codes = repaired(conversation([user(images)]))
    assert all(_images(request))
    assert codes == []


def test_images_in_results_count_too() -> None:
    given = [user("Go"), agent(use("a")), user([result("a", [picture(2001)] * 21)])]
    request, codes = repaired(conversation(given))
    content = request["messages"][2]["content"][0]["content"]
    assert content == [text("[image]"), *[picture(2001)] * 20]
    assert codes == ["image_limit"]


def test_image_that_no_request_may_hold_is_replaced() -> None:
    request, codes = repaired(conversation([user([picture(8001), picture(8000)])]))
    assert _images(request) == [False, True]
    assert codes == ["image_limit"]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_placeholders_are_put_in_where_asked_in_results_too(provider: Any) -> None:
    given = [
        user([text("See"), picture(), DOCUMENT]),
        agent(use("a")),
        user([result("a", [text("x"), picture()])]),
    ]
    request, codes = repaired(conversation(given), provider, images="placeholder")
    assert "aGk=" not in str(request)
    assert png(10) not in str(request)
    assert str(request).count("[image]") == 2
    assert str(request).count("[document]") == 1
    assert codes == ["image_placeholder", "image_placeholder"]


def test_image_in_an_answer_is_replaced_and_said() -> None:
    request, codes = repaired(conversation([user("Go"), agent("Here:", picture())]))
    assert request["messages"][1]["content"] == [text("Here:"), text("[image]")]
    assert codes == ["misplaced"]


def test_picture_goes_from_one_provider_to_the_others() -> None:
    address = f"data:image/png;base64,{png(10)}"
    chat = repaired(conversation([user([text("See"), picture()])]), "openai")[0]
    assert chat[0]["content"][1] == {"type": "image_url", "image_url": {"url": address}}
    assert repaired(conversation(chat), "anthropic")[0]["messages"][0]["content"][1] == picture()
    items = repaired(conversation(chat), "responses")[0]
    assert items[0]["content"][1] == {"type": "input_image", "image_url": address}


def _jpeg(width: int, height: int) -> bytes:
    preview = b"\xff\xe0" + struct.pack(">H", 300) + b"\0" * 298
    return b"\xff\xd8" + preview + b"\xff\xc0" + struct.pack(">HBHH", 17, 8, height, width) + b"\0" * 10


@pytest.mark.parametrize(
    ("data", "side"),
    [
        (base64.b64decode(png(2001)), 2001),
        (b"GIF89a" + struct.pack("<HH", 7, 300), 300),
        (_jpeg(640, 2048), 2048),
        (b"RIFF\0\0\0\0WEBPVP8X" + b"\0" * 8 + b"\x9f\x0f\0" + b"\x01\0\0", 4000),
        (b"RIFF\0\0\0\0WEBPVP8L" + b"\0" * 5 + struct.pack("<I", 99 | 49 << 14), 100),
        (b"RIFF\0\0\0\0WEBPVP8 " + b"\0" * 10 + struct.pack("<HH", 320, 200), 320),
        (b"\x89PNG\r\n\x1a\n", 0),
        (b"\xff\xd8\xff", 0),
        (b"nothing of the kind", 0),
        (b"", 0),
    ],
)
def test_longest_side_of_a_picture_is_read_from_its_head(data: bytes, side: int) -> None:
    assert longest_side(base64.b64encode(data).decode()) == side


def test_longest_side_of_what_is_not_base64_is_not_told() -> None:
    assert longest_side("not base64 at all!") == 0
