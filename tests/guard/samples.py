"""Made-up secrets and the lines around them, put together at run time so that no scanner takes this file for a leak."""

from __future__ import annotations

import base64
import json
import random
import string
import uuid

ALNUM = string.ascii_letters + string.digits
URL_SAFE = ALNUM + "-_"
UPPER = string.ascii_uppercase + string.digits
HEX = string.digits + "abcdef"


def draw(rng: random.Random, alphabet: str, length: int) -> str:
    """A run that has a capital, a small letter and a digit wherever the alphabet does, and ends with none of ``-_``."""
    while True:
        run = "".join(rng.choice(alphabet) for _ in range(length))
        wanted = [
            group
            for group in (string.ascii_lowercase, string.ascii_uppercase, string.digits)
            if set(group) & set(alphabet)
        ]
        if run[0].isalnum() and run[-1].isalnum() and all(set(group) & set(run) for group in wanted):
            return run


def _jwt(rng: random.Random) -> str:
    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return ".".join(
        (
            part({"alg": "HS256", "typ": "JWT"}),
            part({"sub": str(rng.randrange(10**9)), "iat": 1}),
            draw(rng, URL_SAFE, 43),
        )
    )


def pem(rng: random.Random, label: str = "RSA ", lines: int = 6) -> str:
    """A private key of that many lines."""
    body = [draw(rng, ALNUM + "+/", 64) for _ in range(lines)]
    dashes = "-" * 5
    head, foot = f"{label}PRIVATE" + " KEY", f"{label}PRIVATE" + " KEY"
    return "\n".join((f"{dashes}BEGIN {head}{dashes}", *body, f"{dashes}END {foot}{dashes}"))


FORMATS = {
    "aws access key": ("aws-access-key", lambda r: "AK" + "IA" + draw(r, UPPER, 16)),
    "aws session key": ("aws-access-key", lambda r: "AS" + "IA" + draw(r, UPPER, 16)),
    "github classic": ("github-pat", lambda r: "gh" + "p_" + draw(r, ALNUM, 36)),
    "github oauth": ("github-oauth", lambda r: "gh" + "o_" + draw(r, ALNUM, 36)),
    "github user": ("github-app", lambda r: "gh" + "u_" + draw(r, ALNUM, 36)),
    "github server": ("github-app", lambda r: "gh" + "s_" + draw(r, ALNUM, 36)),
    "github refresh": ("github-refresh", lambda r: "gh" + "r_" + draw(r, ALNUM, 76)),
    "github fine-grained": (
        "github-pat",
        lambda r: "github" + "_pat_" + draw(r, ALNUM, 22) + "_" + draw(r, ALNUM, 59),
    ),
    "gitlab": ("gitlab", lambda r: "gl" + "pat-" + draw(r, URL_SAFE, 20)),
    "anthropic": ("anthropic", lambda r: "sk-" + "ant-api03-" + draw(r, URL_SAFE, 93) + "AA"),
    "openai classic": (
        "openai",
        lambda r: "s" + "k-" + draw(r, ALNUM, 20) + "T3Blbk" + "FJ" + draw(r, ALNUM, 20),
    ),
    "openai project": ("openai", lambda r: "sk-" + "proj-" + draw(r, URL_SAFE, 124)),
    "google": ("google", lambda r: "AI" + "za" + draw(r, URL_SAFE, 35)),
    "slack bot": (
        "slack",
        lambda r: (
            "xo" + f"xb-{r.randrange(10**11, 10**12)}-{r.randrange(10**12, 10**13)}-" + draw(r, ALNUM, 24)
        ),
    ),
    "slack user": (
        "slack",
        lambda r: (
            "xo" + f"xp-{r.randrange(10**11, 10**12)}-{r.randrange(10**11, 10**12)}-" + draw(r, HEX, 32)
        ),
    ),
    "slack app": ("slack", lambda r: "xa" + "pp-1-A" + draw(r, UPPER, 10) + "-" + draw(r, HEX, 64)),
    "stripe secret": ("stripe", lambda r: "sk_" + "live_" + draw(r, ALNUM, 24)),
    "stripe restricted": ("stripe", lambda r: "rk_" + "live_" + draw(r, ALNUM, 24)),
    "hugging face": ("huggingface", lambda r: "h" + "f_" + draw(r, string.ascii_letters, 34)),
    "npm": ("npm", lambda r: "np" + "m_" + draw(r, ALNUM, 36)),
    "pypi": ("pypi", lambda r: "py" + "pi-AgEIcHlwaS5vcmc" + draw(r, URL_SAFE, 150)),
    "telegram bot": (
        "telegram-bot",
        lambda r: f"{r.randrange(10**9, 10**10)}" + ":" + "AA" + draw(r, URL_SAFE, 33),
    ),
    "discord bot": (
        "discord-bot",
        lambda r: "M" + draw(r, ALNUM, 25) + "." + draw(r, ALNUM, 6) + "." + draw(r, URL_SAFE, 38),
    ),
    "jwt": ("jwt", _jwt),
    "pem rsa": ("private-key", pem),
    "pem openssh": ("private-key", lambda r: pem(r, "OPENSSH ")),
    "pem pkcs8": ("private-key", lambda r: pem(r, "")),
    "pem encrypted": ("private-key", lambda r: pem(r, "ENCRYPTED ")),
}
"""Formats that are secret as a whole: kind, maker."""


def harmless_lines(rng: random.Random, count: int) -> list[str]:
    """Lines that look random and hold no secret: hashes, UUIDs, commits, images, placeholders, versions, paths."""
    placeholders = (
        "OPENAI_API_KEY=" + "s" + "k-" + "x" * 32,
        "export GITHUB_TOKEN=" + "gh" + "p_" + "x" * 36,
        "ANTHROPIC_API_KEY=your-api-key-here",
        "password: ********",
        "password = <your password>",
        "token = ${GITHUB_TOKEN}",
        'api_key: "changeme"',
        "secret: [REDACTED]",
        "密码：******",
        "AWS_SECRET_ACCESS_KEY=$AWS_SECRET_ACCESS_KEY",
        "password=os.environ['DB_PASSWORD']",
        "postgres://user:${DB_PASSWORD}@localhost/db",
        "postgres://user:<password>@localhost/db",
        "api_key=process.env.API_KEY",
    )

    def hexes(length: int) -> str:
        return "".join(rng.choice(HEX) for _ in range(length))

    def image() -> str:
        return base64.b64encode(rng.randbytes(rng.randrange(60, 240))).decode()

    makers = (
        lambda: f"sha256: {hexes(64)}",
        lambda: f"md5 {hexes(32)} file-{rng.randrange(999)}.bin",
        lambda: f"commit {hexes(40)}",
        lambda: f"merged {hexes(7)} into main after {hexes(8)}",
        lambda: f"request {uuid.UUID(int=rng.getrandbits(128), version=4)} took {rng.randrange(999)} ms",
        lambda: f"![plot](data:image/png;base64,{image()})",
        image,
        lambda: f"integrity sha512-{base64.b64encode(rng.randbytes(64)).decode()}",
        lambda: rng.choice(placeholders),
        lambda: f"index {hexes(7)}..{hexes(7)} 100644",
        lambda: f"trace_id={hexes(32)} span_id={hexes(16)}",
        lambda: f"docker pull repo/app@sha256:{hexes(64)}",
        lambda: f"used {rng.randrange(9999)} tokens, cache key: {hexes(16)}",
        lambda: (
            f"/nix/store/{draw(rng, string.ascii_lowercase + string.digits, 32)}-python3-3.11.{rng.randrange(9)}"
        ),
        lambda: f'Set-Cookie id hash={hexes(40)}; etag "{hexes(32)}"',
        lambda: f"2026-11-{rng.randrange(10, 28)}T0{rng.randrange(9)}:12:45Z build {rng.randrange(10**6)} ok",
    )
    return [rng.choice(makers)() for _ in range(count)]
