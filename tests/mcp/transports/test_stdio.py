"""`daykeep mcp` in a process of its own: what comes by its pipes, and what clients do to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import anyio
import pytest

from daykeep.mcp.complaints import LEFT_OUT, MOST_LINES
from daykeep.mcp.transports.stdio import EDGE_BYTES, INVALID, LINE_BYTES, LineCutter, TooLong
from tests.mcp.calling import EVERY_CALL, call_everything, stdio_session, text_of

HELLO = [
    {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
]
LONGEST_SECONDS = 60


def request(number, name, **arguments):
    return {
        "jsonrpc": "2.0",
        "id": number,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }


def lines(*messages):
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def started(place, *words):
    command = [sys.executable, "-m", "daykeep", "mcp", "--workspace", str(place.root), *words]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ)
    )


def spoken(place, data, *words):
    """What a server answers to these bytes and the end, as messages by their id, and what it says besides."""
    with started(place, *words) as server:
        out, err = server.communicate(data, timeout=LONGEST_SECONDS)
    assert server.returncode == 0, err.decode()
    answers = [json.loads(line) for line in out.splitlines()]
    return {answer.get("id"): answer for answer in answers}, err.decode()


class TestClient:
    def test_every_tool_is_served_over_the_pipes(self, place) -> None:
        place.begin_session()

        async def main():
            async with stdio_session(place) as client:
                assert client.server_info.name == "daykeep"
                answers = await call_everything(client)
                assert {name: text_of(one) for name, one in answers.items() if one.is_error} == {}
                assert (await client.read_resource("daykeep://today")).contents[0].text
                assert (await client.get_prompt("weekly-review")).messages

        anyio.run(main)

    def test_hundred_calls_at_once_are_answered_and_no_entry_is_lost(self, place) -> None:
        async def main():
            async with stdio_session(place) as client, anyio.create_task_group() as group:
                for number in range(50):
                    group.start_soon(client.call_tool, "log", {"text": f"entry number {number:03}"})
                    group.start_soon(client.call_tool, "search", {"question": "entry"})

        anyio.run(main)
        place.run("log", "the next writer merges what waits")
        written = "".join(path.read_text(encoding="utf-8") for path in (place.root / "memory").glob("2*.md"))
        assert [number for number in range(50) if written.count(f"entry number {number:03}") != 1] == []

    def test_read_only_server_offers_what_reads(self, place) -> None:
        async def main():
            async with stdio_session(place, "--read-only") as client:
                names = {tool.name for tool in (await client.list_tools()).tools}
                assert names == set(EVERY_CALL) - {"log", "remember", "forget"}

        anyio.run(main)


class TestPipes:
    def test_answers_that_are_under_way_at_the_end_are_still_given(self, place) -> None:
        asked = [request(number, "search", question="anything") for number in range(1, 9)]
        answers, err = spoken(place, lines(*HELLO, *asked))
        assert set(answers) == set(range(9))
        assert err == ""

    def test_every_line_of_stdout_is_a_message_though_something_prints(self, place, tmp_path) -> None:
        folder = tmp_path / "printing"
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(
            "import atexit, os\n"
            "import daykeep.operations.log as room\n"
            "def find_open(workspace, real=room.find_open):\n"
            "    print('a word of a library')\n"
            "    os.system('echo a word of a child')\n"
            "    os.write(1, b'a word to the descriptor\\n')\n"
            "    return real(workspace)\n"
            "room.find_open = find_open\n",
            encoding="utf-8",
        )
        place.desk._patch.setenv("PYTHONPATH", str(folder))
        answers, err = spoken(place, lines(*HELLO, request(1, "todos")))
        assert not answers[1]["result"]["isError"]
        for said in ("a word of a library", "a word of a child", "a word to the descriptor"):
            assert said in err

    def test_what_is_no_message_is_passed_over(self, place) -> None:
        noise = [
            b"{broken\n",
            b"\n\n\n",
            b"[]\n",
            b"null\n",
            b'"text"\n',
            b'[{"jsonrpc":"2.0","id":90,"method":"ping"}]\n',
            b"\xff\xfe\x00\n",
            b'{"jsonrpc":"2.0","id":91,"result":{}}\n',
            b'{"jsonrpc":"2.0","method":"no/such/notification"}\n',
            b"[" * 100_000 + b"\n",
        ]
        asked = [lines(request(number, "todos")) for number in range(1, len(noise) + 1)]
        data = lines(*HELLO) + b"".join(sum(zip(noise, asked, strict=True), ()))
        answers, err = spoken(place, data)
        assert [number for number in range(1, len(noise) + 1) if answers[number]["result"]["isError"]] == []
        assert err == ""

    def test_request_that_was_cut_in_the_middle_of_a_character_is_answered(self, place) -> None:
        cut = lines(request(5, "log", text="half a smile \ud83d", title="C:\\ud83d and \U0001f642"))
        answers, _ = spoken(place, lines(*HELLO) + cut)
        assert not answers[5]["result"]["isError"]
        (log,) = (path.read_text(encoding="utf-8") for path in (place.root / "memory").glob("2*.md"))
        assert "half a smile \ufffd" in log
        assert "C:\\ud83d and \U0001f642" in log

    @pytest.mark.parametrize(
        "line",
        [
            b'{"jsonrpc":"2.0","id":"x","method":"ping","params":[1, 2]}',
            b'{"method":"ping","params":{"a":' + b"[" * 3_000 + b"]" * 3_000 + b'},"id":"x","jsonrpc":"2.0"}',
            b'{"jsonrpc":"1.0","id":"x","method":"ping"}',
            b'{"jsonrpc":"2.0","id":"x","method":"ping","params":{"a":tru}}',
        ],
    )
    def test_request_that_can_not_be_read_is_refused_by_its_id(self, place, line) -> None:
        answers, _ = spoken(place, lines(*HELLO) + line + b"\n" + lines(request(6, "todos")))
        assert answers["x"]["error"] == {"code": INVALID, "message": "the request can't be read"}
        assert not answers[6]["result"]["isError"]

    def test_errors_that_nobody_reads_never_fill_their_pipe(self, place) -> None:
        unknown = {"jsonrpc": "2.0", "method": "prompts/get", "params": {"name": "x" * 2_000}}
        with started(place) as server:
            server.stdin.write(lines(*HELLO, *({**unknown, "id": number} for number in range(1, 301))))
            server.stdin.close()
            answers = server.stdout.read().splitlines()  # standard error is read by nobody meanwhile
            said = server.stderr.read().decode().splitlines()
        assert len(answers) == 301
        assert len(said) == MOST_LINES
        assert "ValueError at server.py:" in said[0]
        assert LEFT_OUT in said[-1]

    @pytest.mark.parametrize("data", [b"", b"\n", b"{", lines(HELLO[0])[:40], lines(*HELLO)])
    def test_client_that_ends_early_ends_it_in_peace(self, place, data) -> None:
        _, err = spoken(place, data)
        assert err == ""

    def test_message_that_is_too_long_is_refused_by_its_id_and_the_next_is_answered(self, place) -> None:
        huge = lines(request(5, "log", text="x" * (LINE_BYTES + 1)))
        answers, _ = spoken(place, lines(*HELLO) + huge + lines(request(6, "todos")))
        assert "longer than 8,388,608 bytes" in answers[5]["error"]["message"]
        assert not answers[6]["result"]["isError"]
        assert not list((place.root / "memory").glob("2*.md"))

    def test_argument_that_is_too_long_is_refused_by_its_tool(self, place) -> None:
        answers, _ = spoken(place, lines(*HELLO, request(5, "log", text="x" * 3_000_000)))
        assert answers[5]["result"]["isError"]
        assert "text" in answers[5]["result"]["content"][0]["text"]

    def test_client_that_goes_away_leaves_no_trace(self, place) -> None:
        with started(place) as server:
            server.stdout.close()
            server.stdin.write(lines(*HELLO, request(1, "log", text="the last word")))
            server.stdin.close()
            err = server.stderr.read().decode()
            assert server.wait(timeout=LONGEST_SECONDS) == 0
        assert err == ""

    @pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
    @pytest.mark.parametrize("closed", ["<&-", ">&-"])
    def test_pipe_that_is_closed_from_the_start_is_an_error_in_words(self, place, closed) -> None:
        line = f'"{sys.executable}" -m daykeep mcp --workspace "{place.root}" {closed}'
        done = subprocess.run(["sh", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        assert done.returncode == 2, done.stderr.decode()
        assert b"is closed" in done.stderr

    def test_what_the_server_starts_knows_that_an_agent_is_behind_it(self, place, tmp_path) -> None:
        folder = tmp_path / "noting"
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(
            "import os\n"
            "import daykeep.operations.log as room\n"
            "def find_open(workspace, real=room.find_open):\n"
            "    os.system('echo mark:$DAYKEEP_MCP')\n"
            "    return real(workspace)\n"
            "room.find_open = find_open\n",
            encoding="utf-8",
        )
        place.desk._patch.setenv("PYTHONPATH", str(folder))
        _, err = spoken(place, lines(*HELLO, request(1, "todos")))
        assert "mark:1" in err

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_signal_ends_it_in_peace_while_the_client_waits(self, place, number) -> None:
        with started(place) as server:
            server.stdin.write(lines(*HELLO, request(1, "log", text="kept")))
            server.stdin.flush()
            assert json.loads(server.stdout.readline())["id"] == 0
            assert json.loads(server.stdout.readline())["id"] == 1
            server.send_signal(number)
            err = server.stderr.read().decode()
            assert server.wait(timeout=LONGEST_SECONDS) == 0
            assert err == ""
            server.stdin.close()
            server.stdout.close()


class TestCutting:
    def test_lines_are_the_same_however_they_are_cut_into_chunks(self) -> None:
        data = b'{"id": 1}\n\n{"text": "\xe7\x95\x8c"}\nrest'
        whole = ['{"id": 1}', "", '{"text": "界"}', "rest"]
        for size in range(1, len(data) + 1):
            cutter = LineCutter()
            found = []
            for start in range(0, len(data), size):
                found += cutter.feed(data[start : start + size])
            assert [*found, *cutter.end()] == whole, size

    @pytest.mark.parametrize("size", [1, 7, 100, 5_000])
    @pytest.mark.parametrize(
        ("line", "id_json"),
        [
            (b'{"jsonrpc": "2.0", "id": 17, "method": "m", "params": {"id": 3, "text": "%s"}}', "17"),
            (b'{"method":"m","params":{"id":3,"text":"%s"},"jsonrpc":"2.0","id":"abc"}', '"abc"'),
            (b'{"method":"m","params":{"text":"%s"},"id":-4,"jsonrpc":"2.0"}', "-4"),
            (b'{"method":"m","params":{"text":"%s","id":3}}', None),
            (b"%s", None),
        ],
    )
    def test_id_of_a_line_that_is_too_long_is_found_at_its_edges(self, size, line, id_json) -> None:
        data = line % (b"x" * 3_000) + b"\nnext\n"
        cutter = LineCutter(limit_bytes=1_000)
        found = []
        for start in range(0, len(data), size):
            found += cutter.feed(data[start : start + size])
        assert isinstance(found[0], TooLong)
        assert found[0].id_json == id_json
        assert found[1:] == ["next"]

    def test_line_that_never_ends_takes_no_room(self) -> None:
        cutter = LineCutter(limit_bytes=1_000)
        for _ in range(1_000):
            assert [*cutter.feed(b"x" * 1_000)] == []
        assert len(cutter._data) + sum(map(len, cutter._edges)) <= 2 * EDGE_BYTES
