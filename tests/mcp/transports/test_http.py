"""The server over HTTP on this machine: who is answered, and that nobody else is, whatever the path and the method."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import anyio
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from daykeep.errors import StorageError, UsageError
from daykeep.mcp.server import build_server
from daykeep.mcp.transports.http import BODY_BYTES, NAMES, PATH, bind, guarded_app
from tests.mcp.calling import call_everything, text_of

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "BREW")
PATHS = (PATH, f"{PATH}/", "/", "/nothing", "/sse", "/messages/", "/.well-known/oauth-protected-resource", "//mcp", "/mcp/../mcp", "*")  # fmt: skip
LONGEST_SECONDS = 60


class Served(NamedTuple):
    """A server that runs: where, with which token, which is in which file."""

    port: int
    token: str
    path: Path
    process: subprocess.Popen

    def ask(self, method, path, headers, body=b""):
        """The status of one request with exactly these headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST_SECONDS)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in headers:
                connection.putheader(name, value)
            if body:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body or None)
            answer = connection.getresponse()
            return answer.status, answer.read(10_000)
        finally:
            connection.close()

    def known(self, **other):
        """The headers of a request that is answered, some of them others, those that are None left out."""
        given = {
            "Host": f"127.0.0.1:{self.port}",
            "Authorization": f"Bearer {self.token}",
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
        }
        return [(name, value) for name, value in {**given, **other}.items() if value is not None]


@contextmanager
def serving(root, *words, environ=None):
    command = [sys.executable, "-m", "daykeep", "mcp", "--http", "--workspace", str(root), *words]
    environ = environ or dict(os.environ)
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env=environ)
    with process:
        try:
            said = process.stderr.readline().decode() + process.stderr.readline().decode()
            port = int(re.search(r":(\d+)/mcp", said)[1])
            path = Path(re.search(r"token in (.*)", said)[1])
            yield Served(port, path.read_text(encoding="utf-8"), path, process)
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """One server for those tests that change nothing."""
    folder = tmp_path_factory.mktemp("served")
    environ = {
        name: value for name, value in os.environ.items() if not name.startswith(("DAYKEEP_", "XDG_", "GIT_"))
    }
    environ |= {"HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    command = [sys.executable, "-m", "daykeep", "init", str(folder / "secret-place")]
    subprocess.run(command, env=environ, check=True, capture_output=True)
    with serving(folder / "secret-place", environ=environ) as found:
        yield found


PING = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode()


def foreign_hosts(port):
    return [None, "", "evil.example", f"evil.example:{port}", "127.0.0.1", "localhost", f"127.0.0.1:{port + 1}", f"127.0.0.1.evil.example:{port}", f"0.0.0.0:{port}", f"user@127.0.0.1:{port}", f"127.0.0.1:{port}, evil.example"]  # fmt: skip


def foreign_origins(port):
    return ["null", "", "http://evil.example", f"http://evil.example:{port}", "http://127.0.0.1", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}", f"http://localhost:{port}.evil.example", f"HTTP://127.0.0.1:{port}/", "file://"]  # fmt: skip


def wrong_tokens(token):
    return [None, "", "Bearer", "Bearer ", f"Basic {token}", token, f"Bearer {token[:-1]}", f"Bearer {token}0", f"Bearer {token.upper()}x", f"Bearer {'0' * len(token)}"]  # fmt: skip


class TestGuard:
    def test_foreign_host_is_refused_on_every_path_with_every_method(self, served) -> None:
        for method in METHODS:
            for path in PATHS:
                for host in foreign_hosts(served.port):
                    status, _ = served.ask(method, path, served.known(Host=host), PING)
                    assert status in {400, 421}, (method, path, host)

    def test_foreign_origin_is_refused_on_every_path_with_every_method(self, served) -> None:
        for method in METHODS:
            for path in PATHS:
                for origin in foreign_origins(served.port):
                    status, _ = served.ask(method, path, served.known(Origin=origin), PING)
                    assert status == 403, (method, path, origin)

    def test_request_without_the_token_is_refused_on_every_path_with_every_method(self, served) -> None:
        for method in METHODS:
            for path in PATHS:
                for given in wrong_tokens(served.token):
                    status, _ = served.ask(method, path, served.known(Authorization=given), PING)
                    assert status == 401, (method, path, given)

    def test_two_headers_of_a_kind_are_no_way_in(self, served) -> None:
        known = served.known()
        twice = [
            [*known, ("Host", "evil.example")],
            [("Host", "evil.example"), *known],
            [*known, ("Origin", f"http://127.0.0.1:{served.port}"), ("Origin", "http://evil.example")],
            [*served.known(Authorization="Bearer 0"), ("Authorization", f"Bearer {served.token}")],
        ]
        for headers in twice:
            status, _ = served.ask("POST", PATH, headers, PING)
            assert 400 <= status < 500, headers

    def test_every_name_of_this_machine_is_answered_with_and_without_its_origin(self, served) -> None:
        for name in NAMES:
            for origin in (None, f"http://{name}:{served.port}"):
                headers = served.known(Host=f"{name}:{served.port}", Origin=origin)
                status, body = served.ask("POST", PATH, headers, PING)
                assert status not in {401, 403, 421}, (name, origin, body)

    def test_refusals_tell_nothing_of_the_workspace_and_are_whole_answers(self, served) -> None:
        for headers in (served.known(Host="evil.example"), served.known(Authorization=None)):
            _, body = served.ask("POST", PATH, headers, PING)
            assert body.endswith(b"\n")
            assert b"secret-place" not in body

    def test_request_that_is_too_long_is_refused_before_it_is_read(self, served) -> None:
        headers = [*served.known(), ("Content-Length", str(BODY_BYTES + 1))]
        assert served.ask("POST", PATH, headers)[0] == 413
        assert served.ask("POST", "/nothing", headers)[0] == 413

    def test_body_in_pieces_that_grows_too_long_is_refused(self, served) -> None:
        def pieces():
            for _ in range(5):
                yield b"x" * (1 << 20)

        headers = {name: value for name, value in served.known() if name != "Host"}
        with httpx2.Client(base_url=f"http://127.0.0.1:{served.port}", timeout=LONGEST_SECONDS) as client:
            assert client.post(PATH, headers=headers, content=pieces()).status_code == 413

    def test_websocket_is_refused(self, served) -> None:
        headers = served.known(Upgrade="websocket", Connection="Upgrade", **{"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13"})  # fmt: skip
        assert served.ask("GET", PATH, headers)[0] >= 400

    def test_guard_closes_a_websocket_that_reaches_it(self, place) -> None:
        sent = []

        async def send(message):
            sent.append(message)

        guard = guarded_app(build_server(place.server_desk), port=1, token="t")
        anyio.run(guard, {"type": "websocket", "headers": []}, None, send)
        assert sent == [{"type": "websocket.close", "code": 1008}]


class TestClient:
    def test_every_tool_is_served_over_http(self, place) -> None:
        place.begin_session()

        async def main(served):
            async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {served.token}"}) as web:
                transport = streamable_http_client(f"http://127.0.0.1:{served.port}{PATH}", http_client=web)
                async with Client(transport) as client:
                    answers = await call_everything(client)
                    assert {name: text_of(one) for name, one in answers.items() if one.is_error} == {}
                    async with anyio.create_task_group() as group:
                        for number in range(100):
                            group.start_soon(client.call_tool, "log", {"text": f"entry number {number:03}"})

        with serving(place.root) as served:
            anyio.run(main, served)
        place.run("log", "the next writer merges what waits")
        written = "".join(path.read_text(encoding="utf-8") for path in (place.root / "memory").glob("2*.md"))
        assert [number for number in range(100) if written.count(f"entry number {number:03}") != 1] == []


class TestStart:
    def test_token_is_new_at_each_start_and_its_file_for_the_user_alone(self, place) -> None:
        with serving(place.root) as first:
            assert stat.S_IMODE(first.path.stat().st_mode) == 0o600
            assert re.fullmatch(r"[0-9a-f]{64}", first.token)
            with serving(place.root) as second:
                assert second.token != first.token
                assert second.port != first.port
                assert (
                    second.ask("POST", PATH, second.known(Authorization=f"Bearer {first.token}"), PING)[0]
                    == 401
                )

    def test_token_is_nowhere_but_in_its_file(self, served) -> None:
        command = Path(f"/proc/{served.process.pid}/cmdline")
        if command.exists():
            assert served.token.encode() not in command.read_bytes()
            assert served.token.encode() not in Path(f"/proc/{served.process.pid}/environ").read_bytes()
        assert served.token not in str(served.path)

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_signal_ends_it_in_peace_and_takes_the_token_away(self, place, number) -> None:
        with serving(place.root) as found:
            found.process.send_signal(number)
            out, err = found.process.communicate(timeout=LONGEST_SECONDS)
            assert found.process.returncode == 0, err.decode()
            assert out == b""
            assert err == b""
            assert not found.path.exists()

    def test_token_that_a_killed_start_left_is_replaced(self, place) -> None:
        with serving(place.root) as first:
            first.process.kill()
            first.process.wait()
        assert first.path.exists()
        with serving(place.root, "--port", str(first.port)) as second:
            assert second.port == first.port
            assert second.token != first.token

    @pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "example.org", "192.168.0.1", "127.0.0.2"])  # noqa: S104 - it is refused
    def test_address_that_others_may_reach_is_not_bound(self, host) -> None:
        with pytest.raises(UsageError, match="from outside"):
            bind(host, 0)

    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
    def test_only_the_loopback_address_is_bound(self, host) -> None:
        with bind(host, 0) as found:
            assert found.getsockname()[0] == "127.0.0.1"

    @pytest.mark.skipif(not socket.has_ipv6, reason="there is no IPv6 here")
    def test_newer_loopback_address_is_served_under_its_name(self, place) -> None:
        try:
            bind("::1", 0).close()
        except StorageError:
            pytest.skip("this machine has no ::1")
        with serving(place.root, "--host", "::1") as found:
            headers = {name: value for name, value in found.known() if name != "Host"}
            answer = httpx2.post(f"http://[::1]:{found.port}{PATH}", headers=headers, content=PING)
            assert answer.status_code not in {401, 403, 421}

    def test_port_that_is_taken_is_an_error_with_its_number(self) -> None:
        with bind("127.0.0.1", 0) as found:
            port = found.getsockname()[1]
            with pytest.raises(StorageError, match=str(port)):
                bind("127.0.0.1", port)
