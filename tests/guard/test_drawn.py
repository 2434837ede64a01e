"""Values that look drawn near a word for a secret, in options of commands, and prose with numbers that is none."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.guard.drawn import looks_drawn, match_options
from daykeep.guard.secrets import find_secrets, mask_secrets
from tests.guard.samples import HEX, draw

PASSWORD = "Tr0ub4" + "dor&3"
PLAIN_PASSWORD = "hunter" + "2Xy9"
QUOTED_PASSWORD = "qwertz-" + "4711-Zz"
HEX_KEY = draw(random.Random(5), HEX, 32)
NEAR = {
    "english, to": "Set PASSWORD to {}",
    "english, before": "use {} as the password for the router",
    "english, first": "{} is the password",
    "english, several": "the passwords: anna has {}",
    "english, login": "log in with anna / {}",
    "english, pw": "user anna, pw {}",
    "english, credentials": "credentials: anna / {}",
    "english, wifi": "WiFi key ({})",
    "english, pass": 'the pass "{}" opens it',
    "english, table": "| Login | Set PASSWORD to {} in the env |",
    "english, next line": "- **Password**\n  - Never share it, because it is {}",
    "english, three lines": "Never store the password in\nthe clear: it is\n{}",
    "english, heading": "### Password\n\n{}\n",
    "chinese, changed to": "把密码改成 {}",
    "chinese, changed to, no blank": "密码改成{}，别外传",
    "chinese, is": "口令是 {}",
    "chinese, login": "用 anna / {} 登录",
    "german": "Das Passwort auf {} setzen",
    "german, before": "Bitte {} als Kennwort eintragen",
    "german, login": "Anmelden mit anna / {}",
    "german, wifi": "WLAN-Schlüssel ({})",
    "spanish": "cambia la contraseña a {}",
    "spanish, key": "la clave pasa a ser {}",
}
LONG = {
    "header": 'send the header "X-Api-Key {}"',
    "brackets": "the API key ({}) is for tests",
    "next line": "- **API key**\n    `{}`",
    "item of the next line": "- **API key**\n  - it is {}",
    "chinese": "密钥改成 {}",
    "header of its own": "X-Subscription-Key {}",
    "several": "the API keys:\n- {}",
}
OPTIONS = {
    "joined": "mysql -u root -p{} shop",
    "joined, in backticks": "run `mysqldump -p{}` at night",
    "apart": "mysql -p {}",
    "of another command": "backup-tool -p {} /srv",
    "user": "curl -u anna:{} https://example.com",
    "long user": "curl --user anna:{} https://example.com",
    "long user with a sign": "wget --user=anna:{}",
    "store": "redis-cli -a {} ping",
}
ORDINARY = (
    "The password hash uses Argon2id with SHA256 and PBKDF2.",
    "Login works with OAuth2Client since PostgreSQL16 and Node20.",
    "password reset fixed in v2.14.3-rc1, see PR#1234 and issue #99",
    "The login page loads in 350ms on iPhone15Pro",
    "passwords are hashed with bcrypt12 in src/auth/loginV2.tsx",
    "log in at https://example.com/Xy9Zz8Aa7 as ana.Lee2@example.com",
    "All 120 tests pass (run 20260312T101500Z)",
    "the tests pass on Python3.11 and Win11",
    "token usage of gpt-4o-mini-2024-07-18 and claude-3-5-sonnet-20241022",
    "WiFi works again on 5GHz, channel 36, WPA2PSK",
    "the token refresh landed in commit 3f2a1b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a",
    "密码登录用 OAuth2 和 SHA256，Node20 已升级",
    "Das Passwort wird mit AES-256-GCM verschlüsselt.",
    "la contraseña se guarda con Argon2id",
    "docker run -p 8080:80 -u 1000:1000 web",
    "mkdir -p build/Out2Dir && ssh -p 2222 host",
    "pytest -p no:randomly -u",
    "mysql -u root -p shop",
    "mysql -p$MYSQL_PWD",
    "curl -u $USER:$PASS https://example.com",
    "curl -u anna:<password> https://example.com",
    "git push -u origin main",
    "password: ********\nintegrity Ab1Cd2Ef3Gh4Ij5",
    "password changed\r\n\r\nBuild Xk9Lm2Qp7Rt is out",
    "## Password\n\nmore\n \nBuild Xk9Lm2Qp7Rt is out",
    "password changed\n\nBuild Xk9Lm2Qp7Rt is out",
)


@pytest.mark.parametrize("place", NEAR)
@pytest.mark.parametrize("password", [PASSWORD, PLAIN_PASSWORD])
def test_mask_secrets_drawn_password_near_its_word_leaves_nothing(place, password):
    text = NEAR[place].format(password)
    masked, found = mask_secrets(text)
    assert [text[each.start : each.end] for each in found] == [password]
    assert masked == NEAR[place].format(f"[secret:{found[0].kind}:{found[0].sha8}]")
    assert mask_secrets(masked) == (masked, [])


@pytest.mark.parametrize("place", LONG)
def test_mask_secrets_long_key_given_after_its_word_leaves_nothing(place):
    text = LONG[place].format(HEX_KEY)
    masked, found = mask_secrets(text)
    assert [(each.kind, text[each.start : each.end]) for each in found] == [("token", HEX_KEY)]
    assert mask_secrets(masked) == (masked, [])


@pytest.mark.parametrize(
    "text",
    [
        'the pass "{}"',
        "the password ({}) is new",
        "Passwort „{}“",
        "set the password to {}",
        "la contraseña ahora es {}",
        "密码改为{}",
        "- **Password**\n  - {}",
    ],
)
def test_mask_secrets_marked_value_after_password_may_be_less_mixed(text):
    assert QUOTED_PASSWORD not in mask_secrets(text.format(QUOTED_PASSWORD))[0]


@pytest.mark.parametrize("place", OPTIONS)
def test_mask_secrets_password_in_an_option_leaves_nothing(place):
    password = "S3cret" + "Pw99x"
    text = OPTIONS[place].format(password)
    masked, found = mask_secrets(text)
    assert [(each.kind, text[each.start : each.end]) for each in found] == [("password", password)]
    assert mask_secrets(masked) == (masked, [])


def test_match_options_known_client_takes_a_plain_word_for_a_password():
    assert list(match_options("mysql -u root -phorse")) == [(16, 21)]
    assert list(match_options("tar -phorse")) == []


@pytest.mark.parametrize("text", ORDINARY)
def test_find_secrets_prose_with_numbers_has_none(text):
    assert [text[each.start : each.end] for each in find_secrets(text)] == []


@pytest.mark.parametrize(
    "value",
    ["Summer2024", "user_id_12345678", "2026-03-12T10:00:00Z", "getUser2FAToken", "sk8er", "build/Ab1Cd2Ef3"],
)
def test_looks_drawn_written_value_is_not(value):
    assert not looks_drawn(value)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(["password", "login", "pass", "密码", "token", "-p", "X-Api-Key", PASSWORD, PLAIN_PASSWORD,
                         HEX_KEY, "\n", "- it is", "`", "(", "the", "[secret:token:01234567]"]),
        max_size=24,
    ),
    st.sampled_from([" ", "\n", ""]),
)  # fmt: skip
def test_mask_secrets_words_and_values_in_any_order_mask_once_and_for_all(parts, joint):
    masked, _ = mask_secrets(joint.join(parts))
    assert mask_secrets(masked) == (masked, [])


@settings(max_examples=200, deadline=None)
@given(
    st.text(st.sampled_from("password login -p\n`İ密码" + string.ascii_letters + string.digits), max_size=80)
)
def test_find_secrets_any_text_near_a_word_gives_spans_without_blanks(text):
    for found in find_secrets(text):
        assert 0 <= found.start < found.end <= len(text)
