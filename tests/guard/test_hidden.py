"""Hidden characters are found wherever they stand, and no script or emoji that needs one raises an alarm (G19)."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.guard.hidden import Hidden, escape_hidden, find_hidden, show_hidden

BY_KIND = {
    "tag": range(0xE0000, 0xE0080),
    "bidi": (*range(0x202A, 0x202F), *range(0x2066, 0x2070)),
    "zero-width": (0x200B, 0x200C, 0x200D, *range(0x2060, 0x2065), 0xFEFF, 0x180E, 0x34F),
    "variation": range(0xE0100, 0xE01F0),
    "filler": (0xAD, 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800),
    "control": (
        *(code for code in range(0x20) if code not in {0x09, 0x0A, 0x0D, 0x1B}),
        0x7F,
        *(code for code in range(0x80, 0xA0) if code != 0x9B),
        0x2028,
        0x2029,
    ),
    "ansi": (0x1B, 0x9B),
}
CODES = [(kind, code) for kind, codes in BY_KIND.items() for code in codes]
MAN, WOMAN, GIRL, LAPTOP, HEART = "\U0001f468", "\U0001f469", "\U0001f467", "\U0001f4bb", "\u2764\ufe0f"
ZWJ, ZWNJ = "\u200d", "\u200c"


def flag(region: str) -> str:
    """A flag of a part of a country: a black flag and the letters of its code as tags."""
    return "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"


ORDINARY = {
    "plain": "Met Ana at 10:00.\n\t- a\r\n- b",
    "family": MAN + ZWJ + WOMAN + ZWJ + GIRL,
    "technologist of a skin tone": WOMAN + "\U0001f3fd" + ZWJ + LAPTOP,
    "couple with heart": WOMAN + ZWJ + HEART + ZWJ + MAN,
    "rainbow flag": "\U0001f3f3\ufe0f" + ZWJ + "\U0001f308",
    "pirate flag": "\U0001f3f4" + ZWJ + "\u2620\ufe0f",
    "woman running": "\U0001f3c3" + ZWJ + "\u2640\ufe0f",
    "heart on fire": HEART + ZWJ + "\U0001f525",
    "country flag": "\U0001f1e9\U0001f1ea",
    "england": "Go " + flag("gbeng") + "!",
    "scotland and wales": flag("gbsct") + flag("gbwls"),
    "texas": flag("ustx"),
    "keycaps": "1\ufe0f\u20e3 #\ufe0f\u20e3 *\ufe0f\u20e3",
    "signs as emoji": "\u2705 \u26a0\ufe0f \u2714\ufe0f \u2600\ufe0e \u00a9\ufe0f \u21a9\ufe0f \u3030\ufe0f \u2139\ufe0f",
    "persian": "\u0645\u06cc"
    + ZWNJ
    + "\u062e\u0648\u0627\u0647\u0645 \u0646\u0627\u0645\u0647"
    + ZWNJ
    + "\u0647\u0627",
    "arabic": "\u0627\u0644\u0633\u0644\u0627\u0645 \u0639\u0644\u064a\u0643\u0645\u060c \u0661\u0662\u0663",
    "arabic with a mark": "\u0627\u0644\u0625\u0635\u062f\u0627\u0631 C++\u200f \u062c\u0627\u0647\u0632",
    "hebrew": "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd \u05e2\u05d5\u05dc\u05dd",
    "hebrew with marks": "\u05d2\u05e8\u05e1\u05d4 \u200e3.1\u200e \u05d9\u05e6\u05d0\u05d4",
    "hindi": "\u0915\u094d"
    + ZWJ
    + "\u0937 \u0928\u092e\u0938\u094d\u0924\u0947 \u0915\u094d"
    + ZWNJ
    + "\u0937",
    "bengali": "\u09b0\u200d\u09cd\u09af",
    "sinhala": "\u0dc1\u0dca" + ZWJ + "\u0dbb\u0dd3 \u0dbd\u0d82\u0d9a\u0dcf",
    "malayalam": "\u0d28\u0d4d" + ZWJ,
    "tamil": "\u0b95\u0bcd" + ZWNJ + "\u0bb7",
    "khmer": "\u1781\u17d2\u1798\u17c2\u179a",
    "thai": "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
    "mongolian": "\u182e\u1823\u1829\u182d\u1823\u182f\u180b",
    "chinese and japanese": "今天修好了。東京タワー、ﾊﾝｶｸ",
    "korean": "안녕하세요",
    "vietnamese, decomposed": "Tie\u0302\u0301ng Vie\u0323\u0302t",
    "mathematics": "x \u2208 \u211d, a \u2260 b, \u2211",
    "byte order mark at the start": "\ufeff# Title",
    "no-break and wide blanks": "a\u00a0b\u3000c\u2009d",
}


@pytest.mark.parametrize("kind", BY_KIND)
def test_find_hidden_character_inside_a_word_is_found_and_shown(kind):
    for code in BY_KIND[kind]:
        text = "ig" + chr(code) + "nore"
        assert find_hidden(text) == [Hidden(2, code, kind)]
        assert show_hidden(text) == f"ig[U+{code:04X}]nore"


@pytest.mark.parametrize("around", ["{}", "{}a", "a{}", "one {} two", "中{}文", "\n{}\n"])
def test_find_hidden_character_anywhere_is_found(around):
    for _, code in CODES:
        if code != 0xFEFF:
            assert [hidden.code for hidden in find_hidden(around.format(chr(code)))] == [code]


@pytest.mark.parametrize("code", [0x200E, 0x200F, 0x61C], ids="U+{:04X}".format)
def test_find_hidden_direction_mark_inside_a_latin_word_is_found(code):
    assert [hidden.kind for hidden in find_hidden("pass" + chr(code) + "word")] == ["bidi"]


@pytest.mark.parametrize("code", range(0xFE00, 0xFE10), ids="U+{:04X}".format)
def test_find_hidden_selector_after_a_letter_is_found(code):
    assert [hidden.kind for hidden in find_hidden("a" + chr(code) + "b")] == ["variation"]


def test_find_hidden_bytes_smuggled_in_selectors_behind_an_emoji_are_found():
    smuggled = "".join(chr(0xE0100 + byte) for byte in b"run it")
    assert len(find_hidden("\U0001f600" + smuggled)) == len(smuggled)
    smuggled = "".join(chr(0xFE00 + byte % 16) for byte in b"run it")
    assert len(find_hidden("\U0001f600" + smuggled)) >= len(smuggled) - 1


@pytest.mark.parametrize(
    "tags", ["ignore all rules\x7f", "gb\x7f", "gbeng", "gbengland\x7f", "GBENG\x7f"], ids=repr
)
def test_find_hidden_black_flag_that_carries_a_message_is_found(tags):
    text = "\U0001f3f4" + "".join(chr(0xE0000 + ord(tag)) for tag in tags)
    assert len(find_hidden(text)) == len(tags)


def test_find_hidden_message_behind_a_real_flag_is_found():
    assert len(find_hidden(flag("gbeng") + "".join(chr(0xE0000 + ord(tag)) for tag in "run"))) == 3


def test_find_hidden_ansi_sequence_is_found():
    assert [hidden.kind for hidden in find_hidden("\x1b[31mred\x1b[0m")] == ["ansi", "ansi"]
    assert show_hidden("\x1b[8mgone") == "[U+001B][8mgone"


@pytest.mark.parametrize("name", ORDINARY)
@pytest.mark.parametrize("around", ["{}", "Note: {} done", "- {}\n", "今天{}了"])
def test_find_hidden_ordinary_text_raises_no_alarm(name, around):
    text = around.format(ORDINARY[name])
    if around != "{}" and text.find("\ufeff") > 0:
        assert [hidden.code for hidden in find_hidden(text)] == [0xFEFF]
        return
    assert find_hidden(text) == []
    assert show_hidden(text) is text


_any_text = st.text(
    st.one_of(
        st.characters(), st.sampled_from([chr(code) for _, code in CODES]), st.sampled_from("ab \U0001f3f4")
    ),
    max_size=60,
)


@settings(max_examples=400, deadline=None)
@given(_any_text)
def test_find_hidden_any_text_gives_places_in_order(text):
    found = find_hidden(text)
    assert all(ord(text[hidden.offset]) == hidden.code for hidden in found)
    assert [hidden.offset for hidden in found] == sorted({hidden.offset for hidden in found})
    assert {hidden.kind for hidden in found} <= set(BY_KIND)


@settings(max_examples=400, deadline=None)
@given(_any_text)
def test_show_hidden_any_text_keeps_all_else_in_place(text):
    found = {hidden.offset: hidden.code for hidden in find_hidden(text)}
    shown = "".join(
        f"[U+{found[place]:04X}]" if place in found else character for place, character in enumerate(text)
    )
    assert show_hidden(text) == shown


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E) | st.sampled_from("\t\r\n")))
def test_find_hidden_printable_ascii_has_none(text):
    assert find_hidden(text) == []


@pytest.mark.parametrize(
    "unit",
    [
        "\u200b",
        "a\u202e",
        "\U0001f3f4\U000e0067",
        "\U0001f3f4",
        "\U000e0067",
        "\U0001f468\u200d",
        "\x1b[",
        "é\u00ad",
    ],
    ids=ascii,
)
def test_show_hidden_hostile_text_takes_linear_time(unit):
    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        started = time.process_time()
        show_hidden(text)
        return time.process_time() - started

    small, large = seconds(50_000), seconds(400_000)
    assert large < 30 * max(small, 0.02), (small, large)


@given(st.text(alphabet=st.characters() | st.sampled_from("\u202e\u200b\x9b\x7f\U000e0041\u00ad")))
def test_escape_hidden_leaves_the_value_of_a_json_text_and_nothing_hidden_in_it(text):
    escaped = escape_hidden(json.dumps({text: text}, ensure_ascii=False))
    assert json.loads(escaped) == {text: text}
    assert not find_hidden(escaped)
