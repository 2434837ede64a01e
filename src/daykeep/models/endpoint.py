"""An HTTP address of a model that the user set up: no redirect, bounded answers and waits, the key in no message."""

from __future__ import annotations

import http.client
import json
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from daykeep.clock import out_of_time_in, pause
from daykeep.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
BUSY = frozenset({429, 503, 529})
"""The statuses of a server that has no room now and may have it soon."""
SPENT_CODES = frozenset({3036})
"""Codes in an answer which say that waiting won't help: Cloudflare's for a day's allowance that is used up."""
SAID_CHARS = 160
"""As much of a server's own words stands in a message."""
_CHUNK_BYTES = 65_536


class Answer(NamedTuple):
    """What a server sent: its status, its headers by their names in lower case, and at most one byte more than was allowed."""

    status: int
    headers: Mapping[str, str]
    data: bytes


class Patience(NamedTuple):
    """How often a server that is busy is asked, and how long it may have one wait; ``wait`` does the waiting."""

    tries: int = 1
    longest_seconds: float = 20.0
    wait: Callable[[float], None] = pause


class Endpoint(NamedTuple):
    """One address (``https://host/v1``); ``key`` is sent as a bearer token where there is one."""

    address: str
    key: str = ""
    timeout_seconds: float = 30.0

    @property
    def host(self) -> str:
        """The host for messages, without a user or password."""
        return urlsplit(self.address).netloc.rpartition("@")[2]

    @property
    def is_local(self) -> bool:
        """Whether the address is on this machine."""
        return urlsplit(self.address).hostname in LOOPBACK

    def ask(
        self,
        path: str,
        body: Mapping[str, Any],
        *,
        limit_bytes: int,
        patience: Patience = Patience(),  # noqa: B008 - it never changes
    ) -> Any:
        """Post a JSON body to ``path`` below the address ("" for the address itself); the JSON of the answer.

        A busy server (429, 503, 529) is asked again as often as ``patience`` says, after the time that it names. Raises ModelError
        for a server that can't be reached, is too slow, answers with another status than 200, with
        more than ``limit_bytes`` or with no JSON. ``details["status"]`` holds a status that is not 200.
        """
        data = json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
        answer = self._post(path, data, limit_bytes)
        for done in range(1, patience.tries):
            seconds = find_wait(answer, done)
            if seconds is None or seconds > patience.longest_seconds:
                break
            patience.wait(seconds)
            answer = self._post(path, data, limit_bytes)
        return self._read(answer, limit_bytes)

    def _read(self, answer: Answer, limit_bytes: int) -> Any:
        if answer.status != http.client.OK:
            said = find_said(answer.data, self.key)
            raise ModelError(
                f'the model at "{self.host}" answered with status {answer.status}{said and ": " + said}',
                details={"status": answer.status},
            )
        if len(answer.data) > limit_bytes:
            raise ModelError(f'the model at "{self.host}" answered with more than {limit_bytes:,} bytes')
        try:
            return json.loads(answer.data)
        except (ValueError, RecursionError) as error:
            raise ModelError(f'the model at "{self.host}" answered with something that is no JSON') from error

    def _post(self, path: str, body: bytes, limit_bytes: int) -> Answer:
        parts = urlsplit(self.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        target = f"{parts.path.rstrip('/')}/{path}" if path else parts.path or "/"
        late = out_of_time_in(self.timeout_seconds)
        connection = kind(parts.hostname or "", parts.port, timeout=self.timeout_seconds)
        try:
            connection.request("POST", f"{target}?{parts.query}" if parts.query else target, body, headers)
            found = connection.getresponse()
            named = {name.lower(): value for name, value in found.getheaders()}
            return Answer(found.status, named, _read_in_time(found, limit_bytes + 1, late))
        except (OSError, http.client.HTTPException) as error:
            why = str(error) or type(error).__name__
            raise ModelError(f'the model at "{self.host}" can\'t be reached: {why}') from error
        finally:
            connection.close()


def _read_in_time(found: http.client.HTTPResponse, most: int, late: Callable[[], bool]) -> bytes:
    """The body, at most so many bytes of it; TimeoutError for a server that sends it drop by drop."""
    data = bytearray()
    while len(data) < most and (chunk := found.read1(min(_CHUNK_BYTES, most - len(data)))):
        data += chunk
        if late():
            raise TimeoutError("timed out")
    if found.length and len(data) < most:
        raise http.client.IncompleteRead(b"", found.length)
    return bytes(data)


def find_wait(answer: Answer, done: int) -> float | None:
    """How many seconds a busy server wants to be left alone, or 1, 2, 4 … where it doesn't say; None for another answer.

    ``Retry-After`` may hold a date: it is compared with the server's own clock.

    >>> find_wait(Answer(429, {"retry-after": "7"}, b""), 1), find_wait(Answer(529, {}, b""), 2), find_wait(Answer(500, {}, b""), 1)
    (7.0, 2.0, None)
    """
    if answer.status not in BUSY or SPENT_CODES & set(_codes(answer.data)):
        return None
    said = answer.headers.get("retry-after", "").strip()
    if said.isascii() and said.replace(".", "", 1).isdigit():
        return float(said)
    try:
        wanted, now = parsedate_to_datetime(said), parsedate_to_datetime(answer.headers.get("date", ""))
        return max(0.0, (wanted - now).total_seconds())
    except (TypeError, ValueError):
        return float(2 ** (done - 1))


def find_said(data: bytes, key: str) -> str:
    """What a server says about its own failure, on one short line without the key; "" if it says nothing that is JSON.

    >>> find_said(b'{"error": {"message": "no such model"}}', "")
    'no such model'
    """
    value = _loads(data)
    for path in (("error", "message"), ("errors", 0, "message"), ("error",), ("detail",), ("message",)):
        found = _at(value, path)
        if isinstance(found, str) and found.strip():
            return clean(found, key)
    return ""


def clean(text: str, key: str) -> str:
    """Somebody else's words on one short line, without the key."""
    known = text.replace(key, "…") if key else text
    line = " ".join("".join(one if one.isprintable() else " " for one in known).split())
    return line if len(line) <= SAID_CHARS else f"{line[: SAID_CHARS - 1]}…"


def _codes(data: bytes) -> list[int]:
    errors = _at(_loads(data), ("errors",))
    found = [_at(one, ("code",)) for one in errors] if isinstance(errors, list) else []
    return [code for code in found if isinstance(code, int)]


def _at(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _loads(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def find_fault(address: str, model: str, key_name: str, key: str) -> str:
    """What is wrong with an address, a model's name and a key from the variable ``key_name``; ``""`` if nothing is.

    A key is not sent over plain HTTP to another machine.
    """
    fault = find_address_fault(address)
    if fault:
        return fault
    if not model:
        return "endpoint is set and model is not"
    parts = urlsplit(address)
    plain = parts.scheme == "http" and parts.hostname not in LOOPBACK
    return find_key_fault(key_name, key, plain=plain) if key_name else ""


def find_address_fault(address: str) -> str:
    """Why an address is none of a server; "" if it is one."""
    try:
        parts = urlsplit(address)
        port_ok = parts.port is None or parts.port > 0
    except ValueError:
        return f'"{address}" is not an address'
    if parts.scheme not in {"http", "https"} or not parts.hostname or not port_ok:
        return f'"{address}" is not an http or https address'
    return ""


def find_key_fault(name: str, key: str, *, plain: bool) -> str:
    """Why the key that the variable ``name`` holds can't be sent; "" if it can. ``plain`` says that anybody could read it on its way."""
    if not key:
        return f"the environment variable {name} that should hold the key is empty"
    if not key.isascii() or not key.isprintable():
        return f"the environment variable {name} holds something that can't be sent as a key"
    return "a key is not sent over plain http to another machine; use https" if plain else ""
