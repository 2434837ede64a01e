"""Values that are told by the word before them, in many languages, and prose that only sounds like one (G18)."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.guard.assignments import WORDS, WORDS_BEYOND_ASCII, match_assignments, match_urls
from daykeep.guard.secrets import find_secrets, mask_secrets
from tests.guard.samples import ALNUM, HEX, draw

PASSWORD = "tr0ub4" + "dor&3x"
TOKEN = draw(random.Random(11), ALNUM, 32)
BY_LANGUAGE = {
    "english": "the password is: {}",
    "english, is": "my password is {} by the way",
    "english, capitals": "PASSWORD={}",
    "english, variable": "DB_PASSWORD = '{}'",
    "english, camel case": 'dbPassword: "{}"',
    "english, json": '{{"password": "{}"}}',
    "english, yaml": "  passwd: {}",
    "english, option": "mysql -u root --password {}",
    "english, option with a sign": "mysql --password={}",
    "english, markdown": "**Password:** `{}`",
    "english, markdown, bold": "- **Password**: {}",
    "english, markdown, bold value": "Password: **{}**",
    "english, markdown, bold colon": "- **Password:** {} (rotated in May)",
    "chinese, markdown, bold colon": "- **密码：** {}",
    "english, table": "| password | {} |",
    "english, arrow": "password -> {}",
    "english, passphrase": "passphrase: {}",
    "english, pwd": "pwd={}",
    "chinese": "密码：{}",
    "chinese, is": "数据库密码是{}，别外传。",
    "chinese, is, with a blank": "密码是 {}",
    "chinese, written as": "密码为{}",
    "chinese, quoted": "密码：“{}”",
    "chinese, brackets": "密码：「{}」",
    "chinese, backticks": "服务器密码: `{}`",
    "chinese, traditional": "密碼：{}",
    "chinese, other word": "口令={}",
    "japanese": "パスワード：{}",
    "japanese, other word": "暗証番号: {}",
    "korean": "비밀번호: {}",
    "russian": "пароль: {}",
    "german": "Passwort: {}",
    "german, is": "Das Passwort ist {}",
    "french": "mot de passe : {}",
    "spanish": "contraseña: {}",
    "spanish, is": "la contraseña es {}",
    "portuguese": "senha: {}",
    "indonesian": "kata sandi: {}",
    "vietnamese": "mật khẩu: {}",
    "turkish": "şifre: {}",
    "polish": "hasło: {}",
    "hebrew": "סיסמה: {}",
    "arabic": "كلمة المرور: {}",
    "thai": "รหัสผ่าน: {}",
}
TOKENS = {
    "english": "token = {}",
    "english, key": "API_KEY={}",
    "english, words": "the API key is: {}",
    "english, secret": "client_secret: '{}'",
    "english, bearer": "Authorization: Bearer {}",
    "english, own name": "ACME_KEY={}",
    "english, access": "access-key: {}",
    "chinese": "令牌：{}",
    "chinese, key": "密钥: {}",
    "chinese, key, is": "密钥是{}。",
    "japanese": "トークン: {}",
    "korean": "토큰: {}",
    "russian": "токен: {}",
    "spanish": "clave: {}",
    "spanish, of access": "token de acceso: {}",
    "portuguese": "chave={}",
    "german": "Schlüssel: {}",
    "french": "clé API : {}",
    "hebrew": "טוקן: {}",
}
ORDINARY = (
    "password: required",
    "The password is expired.",
    "password = None",
    "password: str",
    "token: string",
    "token = get_token()",
    "token = config.token",
    "secret = self.secret",
    "api_key = $API_KEY",
    "api_key: ${{ secrets.API_KEY }}",
    "API_KEY=<your key>",
    "token: /run/secrets/token",
    "private_key: ~/.ssh/id_ed25519",
    "credentials: ~/.aws/credentials.json",
    "secret key: https://vault.example.com/x1y2z3",
    "tokens: 12000",
    "max_tokens=4096",
    "token budget: 200000",
    "primary_key: user_id_12345678",
    "cache_key = 0a1b2c3d4e5f60718293",
    "idempotency_key=0a1b2c3d4e5f60718293",
    "the tokenizer: cl100k_base",
    "密码是必填项",
    "密码：请联系管理员",
    "密码已经改了，令牌也换了。",
    "密钥轮换：每月一次",
    "password: [secret:password:48117c50]",
    "password: ****",
    "password: ********",
    "**Password:** required",
    "**Token:** none yet",
    "**密码：** 请联系管理员",
    "token: xxxxxxxxxxxxxxxx",
)


@pytest.mark.parametrize("language", BY_LANGUAGE)
def test_mask_secrets_password_in_every_language_leaves_nothing(language):
    text = BY_LANGUAGE[language].format(PASSWORD)
    masked, found = mask_secrets(text)
    assert [(each.kind, text[each.start : each.end]) for each in found] == [("password", PASSWORD)]
    assert masked == BY_LANGUAGE[language].format(f"[secret:password:{found[0].sha8}]")
    assert mask_secrets(masked) == (masked, [])


@pytest.mark.parametrize("language", TOKENS)
def test_mask_secrets_token_in_every_language_leaves_nothing(language):
    text = TOKENS[language].format(TOKEN)
    masked, found = mask_secrets(text)
    assert [(each.kind, text[each.start : each.end]) for each in found] == [("token", TOKEN)]
    assert masked == TOKENS[language].format(f"[secret:token:{found[0].sha8}]")


@pytest.mark.parametrize("word", [*WORDS, *WORDS_BEYOND_ASCII])
@pytest.mark.parametrize("joint", [": ", "=", " = ", "：", ": `"])
def test_match_assignments_every_word_with_every_sign(word, joint):
    text = f"ACME{word}" if word == "_key" else word
    text += f"{joint}{TOKEN}"
    found = list(match_assignments(text))
    assert found
    assert {text[start:end] for _, start, end in found} == {TOKEN}


@pytest.mark.parametrize("text", ORDINARY)
def test_find_secrets_ordinary_line_has_none(text):
    assert find_secrets(text) == []


def test_mask_secrets_several_assignments_are_all_masked():
    rng = random.Random(4)
    values = [draw(rng, ALNUM, 20) for _ in range(3)]
    masked, found = mask_secrets(f"password={values[0]} token={values[1]}\n密码：{values[2]}")
    assert len(found) == 3
    assert not any(value in masked for value in values)


@pytest.mark.parametrize(
    "scheme", ["https", "http", "postgres", "postgresql+asyncpg", "mongodb+srv", "redis", "amqp", "ftp"]
)
@pytest.mark.parametrize("user", ["admin", "ci-bot", ""])
def test_mask_secrets_url_with_a_password_keeps_all_but_the_password(scheme, user):
    url = f"{scheme}://{user}:" + "{}@db.example.com:5432/app?x=1"
    text = f"Connect to {url.format('hunter2!x')} today"
    masked, found = mask_secrets(text)
    assert [text[each.start : each.end] for each in found] == ["hunter2!x"]
    assert masked == f"Connect to {url.format(f'[secret:url-password:{found[0].sha8}]')} today"
    assert mask_secrets(masked) == (masked, [])


def test_match_urls_token_as_a_password_is_found():
    token = "gh" + "p_" + draw(random.Random(2), ALNUM, 36)
    masked, found = mask_secrets(f"git clone https://x-access-token:{token}@github.com/a/b.git")
    assert [each.kind for each in found] == ["github-pat"]
    assert token not in masked


@pytest.mark.parametrize(
    "text",
    [
        "https://example.com:8080/@user",
        "https://example.com/a:b@c",
        "ssh://git@github.com:22/a/b.git",
        "https://user@example.com/x",
        "postgres://user:$PASS@host/db",
        "postgres://user:{password}@host/db",
        "redis://:***@host:6379",
        "at 10:30 write to ana@example.com, see https://example.com",
    ],
)
def test_match_urls_without_a_password_finds_none(text):
    assert list(match_urls(text)) == []


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["password", "db_password", "密码", "пароль", "パスワード", "비밀번호"]),
    st.sampled_from([": ", " = ", "=", "：", ': "', " = `"]),
    st.text(st.sampled_from(ALNUM), min_size=8, max_size=40).filter(
        lambda run: (
            any(c.isdigit() for c in run[1:]) and sum(c.isalpha() for c in run) >= 5 and "0" not in run
        )
    ),
)
def test_match_assignments_drawn_password_is_masked_whole(word, joint, value):
    masked, _ = mask_secrets(f"- {word}{joint}{value}")
    assert value not in masked


@settings(max_examples=300, deadline=None)
@given(
    st.text(max_size=20),
    st.text(st.sampled_from("密码 password:=token是\n`'\"İ(){}" + string.digits), max_size=60),
)
def test_match_assignments_any_text_gives_spans_inside_it(before, text):
    whole = before + text
    for kind, start, end in match_assignments(whole):
        assert kind in {"password", "token"}
        assert 0 <= start < end <= len(whole)
        assert not any(character.isspace() for character in whole[start:end])


def test_match_assignments_hash_beside_a_word_is_told_by_the_word():
    digest = draw(random.Random(9), HEX, 40)
    assert find_secrets(f"commit: {digest}") == []
    assert [each.kind for each in find_secrets(f"api_key={digest}")] == ["token"]


@pytest.mark.parametrize("label", ["password: ", "密码：", "Passwort: "])
def test_a_password_of_mixed_letters_alone_is_masked(label):
    assert "hViIMTloiODWAn" not in mask_secrets(f"- {label}hViIMTloiODWAn")[0]


@pytest.mark.parametrize("text", ["password: Unchanged", "Password: PostgreSQL", "password: JavaScript"])
def test_a_word_after_password_is_no_password(text):
    assert mask_secrets(text) == (text, [])
