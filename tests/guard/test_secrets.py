"""Secrets are found in every format that is promised, masked without a trace, and not seen where none are (G18)."""

from __future__ import annotations

import base64
import random
import re
import time
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.guard.secrets import find_secrets, mask_keys, mask_secrets
from tests.guard.samples import ALNUM, FORMATS, HEX, UPPER, draw, harmless_lines, pem

MASK = re.compile(r"\[secret:[a-z0-9-]{1,30}:[0-9a-f]{8}\]")
SURROUNDINGS = {
    "alone": "{}",
    "in prose": "I used {} for the deploy, then rotated it.",
    "in backticks": "- 14:02 the key `{}` works",
    "in quotes": 'client = Client("{}")',
    "in json": '{{"value": "{}", "n": 1}}',
    "in a table": "| prod | {} | yes |",
    "after an equals sign": "VALUE={}\n",
    "in Chinese prose": "今天用了{}，明天要换掉。",
    "in brackets": "(see {})",
    "after an escaped line break": "the key is\\n{}\\nand more",
    "in a query": "?a=1&value={}&b=2",
    "in an escaped query": "value%3D{}",
    "on its own line": "before\n{}\nafter",
}
SECONDS = 6.0


def leaves_nothing(secret: str, masked: str) -> bool:
    """Whether no eight characters in a row of the secret are left."""
    return not any(secret[place : place + 8] in masked for place in range(len(secret) - 7))


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("place", SURROUNDINGS)
def test_mask_secrets_every_format_in_every_place_leaves_no_character(name, place):
    kind, make = FORMATS[name]
    for seed in range(8):
        secret = make(random.Random(f"{name}{seed}"))
        text = SURROUNDINGS[place].format(secret)
        masked, found = mask_secrets(text)
        sha8 = sha256(secret.encode()).hexdigest()[:8]
        assert [(each.kind, each.sha8) for each in found] == [(kind, sha8)]
        assert [text[each.start : each.end] for each in found] == [secret]
        assert masked == text.replace(secret, f"[secret:{kind}:{sha8}]")


@pytest.mark.parametrize("name", FORMATS)
def test_mask_secrets_masked_text_is_left_alone(name):
    _, make = FORMATS[name]
    masked, _ = mask_secrets(f"token = {make(random.Random(name))}\npassword: hunter2andmore!")
    assert mask_secrets(masked) == (masked, [])


@pytest.mark.parametrize("name", [name for name in FORMATS if not name.startswith("pem")])
def test_mask_secrets_wrapped_token_leaves_no_piece(name):
    secret = FORMATS[name][1](random.Random(name))
    for cut in (len(secret) // 2, len(secret) - 10):
        if "telegram" in name or "discord" in name:
            continue  # no prefix to tell the first half by
        masked, _ = mask_secrets(f"key: {secret[:cut]}\n    {secret[cut:]}\n")
        assert leaves_nothing(secret[:cut], masked), (name, cut)


@pytest.mark.parametrize("name", ["github classic", "anthropic", "openai project", "npm", "hugging face"])
def test_mask_secrets_token_inside_base64_is_found(name):
    kind, make = FORMATS[name]
    secret = make(random.Random(name))
    wrapped = base64.b64encode(f"export KEY={secret}".encode()).decode()
    masked, found = mask_secrets(f"payload {wrapped} end")
    assert [each.kind for each in found] == [kind]
    assert leaves_nothing(wrapped.rstrip("="), masked)


@pytest.mark.parametrize(
    "line",
    [
        "aws_secret_access_key = {}",
        "AWS_SECRET_ACCESS_KEY={}",
        "export AWS_SECRET_ACCESS_KEY='{}'",
        '"SecretAccessKey": "{}"',
        "the other half is {}",
    ],
)
def test_mask_secrets_aws_secret_beside_its_key_id_is_masked(line):
    for seed in range(20):
        rng = random.Random(seed)
        key_id, secret = "AK" + "IA" + draw(rng, UPPER, 16), draw(rng, ALNUM + "+/", 40)
        masked, found = mask_secrets(f"aws_access_key_id = {key_id}\n{line.format(secret)}\n")
        assert len(found) == 2
        assert leaves_nothing(key_id, masked)
        assert leaves_nothing(secret, masked)


def test_find_secrets_commit_id_beside_an_aws_key_is_no_secret():
    rng = random.Random(1)
    key_id = "AK" + "IA" + draw(rng, UPPER, 16)
    assert [each.kind for each in find_secrets(f"{key_id} leaked in commit {draw(rng, HEX, 40)}")] == [
        "aws-access-key"
    ]


@pytest.mark.parametrize(
    ("kind", "host", "path"),
    [
        ("slack-webhook", "https://hooks." + "slack.com/", "services/T0{a}/B0{b}/{c}"),
        ("slack-webhook", "https://hooks." + "slack.com/", "workflows/T0{a}/A0{b}/123456789/{c}"),
        ("discord-webhook", "https://discord.com" + "/api/webhooks/", "123456789012345678/{c}{c}{a}"),
    ],
)
def test_mask_secrets_webhook_keeps_its_host_only(kind, host, path):
    rng = random.Random(7)
    path = path.format(a=draw(rng, UPPER, 8), b=draw(rng, UPPER, 8), c=draw(rng, ALNUM, 24))
    masked, found = mask_secrets(f"post to {host}{path} daily")
    assert [each.kind for each in found] == [kind]
    assert host in masked
    assert leaves_nothing(path, masked)


def test_mask_secrets_telegram_token_in_the_address_of_its_bot_is_found():
    token = FORMATS["telegram bot"][1](random.Random(6))
    masked, found = mask_secrets(f"curl https://api.telegram.org/bot{token}/getMe")
    assert [each.kind for each in found] == ["telegram-bot"]
    assert leaves_nothing(token, masked)


def test_mask_secrets_cut_off_private_key_loses_all_its_lines():
    key = pem(random.Random(3), lines=8).rsplit("\n", 2)[0]
    masked, found = mask_secrets(f"cat id_rsa\n{key}\n\nThen the log goes on.")
    assert [each.kind for each in found] == ["private-key"]
    assert all(leaves_nothing(line, masked) for line in key.splitlines())
    assert masked.endswith("Then the log goes on.")


def test_mask_keys_key_with_empty_lines_is_one_mask_and_every_other_line_keeps_its_number():
    key = pem(random.Random(3), lines=4).split("\n")
    spread = [line for one in key for line in (one, "")]
    masked = mask_keys(["# Server", "", *spread, "tea"])
    assert masked[:2] == ["# Server", ""]
    assert masked[2].startswith("[secret:private-key:")
    assert masked[3:] == [""] * (len(spread) - 1) + ["tea"]


def test_mask_keys_what_is_said_between_the_beginning_of_a_key_and_an_end_stays():
    begin, *_, end = pem(random.Random(3)).split("\n")
    lines = [f"The file begins with {begin}", "", "- tea is at five every day", "", end]
    assert list(mask_keys(lines)) == lines


def test_mask_secrets_public_key_and_certificate_are_left_alone():
    text = pem(random.Random(3), "").replace("PRIVATE", "PUBLIC")
    assert mask_secrets(text) == (text, [])
    text = text.replace("PUBLIC KEY", "CERTIFICATE")
    assert mask_secrets(text) == (text, [])


def test_mask_secrets_two_secrets_on_a_line_get_two_masks_in_order():
    rng = random.Random(5)
    one, two = FORMATS["npm"][1](rng), FORMATS["google"][1](rng)
    masked, found = mask_secrets(f"{one},{two}")
    assert [each.kind for each in found] == ["npm", "google"]
    assert MASK.sub("M", masked) == "M,M"


def test_mask_secrets_same_secret_gets_the_same_mask():
    secret = FORMATS["gitlab"][1](random.Random(2))
    masked, found = mask_secrets(f"{secret} and {secret}")
    assert len(found) == 2
    assert len(set(MASK.findall(masked))) == 1


def test_find_secrets_four_thousand_harmless_lines_raise_at_most_four():
    lines = harmless_lines(random.Random(20261130), 4_000)
    hits = [line for line in lines if find_secrets(line)]
    assert len(hits) <= len(lines) // 1_000, hits
    assert len(find_secrets("\n".join(lines))) <= len(lines) // 1_000


@pytest.mark.parametrize(
    "text",
    [
        "sk-learn-contrib-documentation-builder is installed",
        "the task-management-and-planning-notes folder",
        "risk-based-authentication-for-everybody",
        "pypi-publish-github-action-with-trusted-publishing-and-more",
        "token bucket, secret santa, password manager, api key rotation",
        "The password is required. The token was refreshed.",
        "tokens: 12,345 of 200,000",
        "max_tokens = 4096",
        "",
    ],
)
def test_find_secrets_prose_has_none(text):
    assert find_secrets(text) == []


_maker = st.tuples(st.sampled_from(sorted(FORMATS)), st.integers(0, 10_000)).map(
    lambda pair: FORMATS[pair[0]][1](random.Random(pair[1]))
)
_prose = st.text(max_size=40)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(_prose, _maker), max_size=6), st.sampled_from([" ", "\n", ", ", " = "]))
def test_mask_secrets_any_text_masks_once_and_for_all(parts, joint):
    text = joint.join(parts)
    masked, found = mask_secrets(text)
    assert mask_secrets(masked) == (masked, [])
    assert all(0 <= each.start < each.end <= len(text) for each in found)
    assert all(one.end <= two.start for one, two in pairwise(found))
    for each in found:
        secret = text[each.start : each.end]
        assert each.sha8 == sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()[:8]


@settings(max_examples=200, deadline=None)
@given(_prose, _maker, _prose)
def test_mask_secrets_secret_between_blanks_never_survives(before, secret, after):
    masked, _ = mask_secrets(f"{before} {secret} {after}")
    assert leaves_nothing(secret, MASK.sub("", masked))


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="aA1:=@/.-_ \n\"'`密码：eyJskghp_tokn", max_size=200))
def test_mask_secrets_hostile_alphabet_masks_once_and_for_all(text):
    masked, _ = mask_secrets(text)
    assert mask_secrets(masked) == (masked, [])


HOSTILE = {
    "prefixes": lambda n: ("gh" + "p_") * (n // 4),
    "one long token": lambda n: "s" + "k-" + "aB3" * (n // 3),
    "words for secrets": lambda n: "password" * (n // 8),
    "words with blanks": lambda n: "token    " * (n // 9),
    "assignments": lambda n: "password = a1b2c3d4 " * (n // 20),
    "unclosed assignments": lambda n: "secret:" * (n // 7),
    "schemes": lambda n: "http://" * (n // 7),
    "schemes with colons": lambda n: "https://a:b" * (n // 11) + "@",
    "addresses with passwords": lambda n: "https://u:p@h " * (n // 14),
    "masks of passwords": lambda n: "[secret:url-password:01234567] " * (n // 31),
    "at signs": lambda n: "a://b:c@" * (n // 8),
    "jwt heads": lambda n: "eyJ" * (n // 3),
    "jwt heads and dots": lambda n: "eyJaaaaaaaaaa." * (n // 14),
    "pem beginnings": lambda n: ("-----BEGIN PRIVATE" + " KEY-----\n") * (n // 28),
    "pem that never ends": lambda n: "-----BEGIN PRIVATE" + " KEY-----\n" + ("A" * 64 + "\n") * (n // 65),
    "dashes": lambda n: "-" * n,
    "digits and colons": lambda n: "1234567890:" * (n // 11),
    "one line of letters": lambda n: "a" * n,
    "base64": lambda n: "QUJD" * (n // 4),
    "wrapped prefixes": lambda n: ("gh" + "p_\n") * (n // 5),
    "wrapped tokens": lambda n: "gh" + "p_" + ("a1B2c3D4e5\n") * (n // 11),
    "aws keys": lambda n: ("AK" + "IA" + "ABCDEFGH23456789 ") * (n // 21),
    "aws keys and secrets": lambda n: ("AK" + "IA" + "ABCDEFGH23456789 " + "a1/B" * 10 + " ") * (n // 62),
    "masks": lambda n: "[secret:npm:01234567] " * (n // 22),
    "cjk words": lambda n: "密码" * (n // 2),
    "words with drawn values": lambda n: "login pass password Ab1Cd2Ef3 " * (n // 30),
    "words before many words": lambda n: "passwords it is\n" * (n // 16),
    "options": lambda n: "-p -u a:b " * (n // 10),
    "letters that grow in lower case": lambda n: "İ password" * (n // 10),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_mask_secrets_hostile_text_takes_linear_time(name):
    make = HOSTILE[name]

    def seconds(size: int) -> float:
        text = make(size)
        started = time.process_time()
        mask_secrets(text)
        return time.process_time() - started

    small, large = seconds(50_000), seconds(400_000)
    assert large < SECONDS
    assert large < 30 * max(small, 0.02), (small, large)


def test_text_found_clean_before_is_clean_again_and_one_with_a_secret_is_masked_each_time():
    clean, spoiled = "the backup of the photo index is done", "the password is: tr0ub4dor"
    for _ in range(3):
        assert find_secrets(clean) == []
        assert mask_secrets(clean) == (clean, [])
        assert "[secret:password:" in mask_secrets(spoiled)[0]
