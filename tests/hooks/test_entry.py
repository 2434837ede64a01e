"""The hook's program: reads anything, answers or is silent, is never late, and always ends with exit code 0."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from daykeep.files.store import Files
from daykeep.hooks.entry import EVENTS
from daykeep.workspace.hooklog import read_hooklog
from tests.hooks.calling import SCRIPT, SECONDS, SESSION, Place, event, make_place

if TYPE_CHECKING:
    from pathlib import Path

    from daykeep.workspace.hooklog import HookRun

START = json.dumps(event("SessionStart", source="startup"))
REPLACED = """
import sys, types
from daykeep.hooks import entry
module = types.ModuleType("daykeep.hooks.events.stop")
exec(sys.argv.pop(1), module.__dict__)
sys.modules[module.__name__] = module
entry.EVENTS["Stop"] = entry.Handler("stop", 0.5)
entry.main()
"""


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return make_place(tmp_path)


def log_of(place: Place) -> tuple[HookRun, ...]:
    return read_hooklog(Files(place.workspace))


def run_replaced(place: Place, body: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Tell an event whose module does something else; its limit is half a second."""
    return subprocess.run(
        [sys.executable, "-c", REPLACED, body, "--workspace", str(place.workspace), *words],
        input=json.dumps(event("Stop")).encode(),
        capture_output=True,
        env=place.environ(),
        timeout=SECONDS,
        check=False,
    )


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xef\xbb\xbf" + START.encode(), id="byte-order mark"),
        pytest.param(START.encode("utf-16"), id="UTF-16"),
        pytest.param(b"\0\0" + START.encode() + b"\0\n\0", id="NULs around it"),
        pytest.param(
            b"Welcome to zsh {1}\r\n[fortune] {}\n" + START.encode() + b"\nbye\n", id="a profile's noise"
        ),
        pytest.param(START.replace("startup", "\\ud83d").encode(), id="a lone surrogate, escaped"),
        pytest.param(
            START.replace("startup", "st\udc80").encode("utf-8", "surrogatepass"), id="a lone surrogate"
        ),
        pytest.param(START.replace("startup", "\\u0000x").encode(), id="NUL in a field"),
        pytest.param(START.encode().replace(b"startup", b"\xff\xfe\xfa"), id="bytes that are no UTF-8"),
        pytest.param(START.replace("{", '{"new": {"a": [1, 1e999]}, ', 1).encode(), id="unknown fields"),
        pytest.param(
            json.dumps(event("SessionStart", cwd=7, source=[], model={"a": 1})).encode(), id="other types"
        ),
    ],
)
def test_event_is_read_over_what_is_wrong_with_it(place: Place, data: bytes) -> None:
    result = place.run(data)
    said = json.loads(result.stdout)["hookSpecificOutput"]
    assert (result.returncode, result.stderr, said["hookEventName"]) == (0, b"", "SessionStart")
    assert "Say what you did" in said["additionalContext"]


@pytest.mark.parametrize(
    ("data", "is_logged"),
    [
        pytest.param(b"", False, id="nothing"),
        pytest.param(b" \n\0\n", False, id="blanks"),
        pytest.param(b"[]", True, id="an array"),
        pytest.param(b'[{"source": "startup"}]', True, id="an array of objects without a name"),
        pytest.param(b'"SessionStart"', True, id="a text"),
        pytest.param(b"nul", True, id="no JSON"),
        pytest.param(START.encode()[:-5], True, id="cut off"),
        pytest.param(b'{"hook_event_name": null}', True, id="no name"),
        pytest.param(b'{"hook_event_name": "' + b"x" * 5000 + b'"}', False, id="a long unknown name"),
        pytest.param(b'{"hook_event_name":' + b"[" * 100_000, True, id="nested deeply"),
        pytest.param(b'{"a":' + b"9" * 10_000 + b"}", True, id="a number too long for Python"),
        pytest.param(b"{" * 500_000, True, id="nothing but braces"),
        pytest.param(b'{"hook_event_name": "Stop", "x": "' + b"y" * (33 << 20) + b'"}', True, id="33 MiB"),
    ],
)
def test_what_is_no_event_is_passed_over(place: Place, data: bytes, is_logged: bool) -> None:
    result = place.run(data)
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert [run.kind for run in log_of(place)] == (["input"] if is_logged else [])


@pytest.mark.parametrize(
    "words",
    [
        ["--workspace", "{tmp}/gone"],
        ["--workspace", ""],
        ["--workspace"],
        ["--workspace", "{tmp}/workspace/SOUL.md"],
        ["--from-a-later-version", "7"],
        [],
    ],
    ids=" ".join,
)
def test_no_workspace_is_no_answer(place: Place, words: list[str]) -> None:
    given = [word.replace("{tmp}", str(place.workspace.parent)) for word in words]
    result = subprocess.run(
        [str(SCRIPT), *given],
        input=START.encode(),
        capture_output=True,
        env=place.environ(),
        timeout=SECONDS,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_workspace_is_taken_from_the_environment_where_the_command_names_none(place: Place) -> None:
    environ = place.environ(DAYKEEP_WORKSPACE=str(place.workspace))
    result = place.run(START.encode(), "--debug", environ=environ)
    assert b"additionalContext" in result.stdout


def test_workspace_around_the_agents_folder_is_found_only_where_daykeep_was_set_up(place: Place) -> None:
    data = json.dumps(event("SessionStart", cwd=str(place.workspace / "memory"))).encode()
    assert b"additionalContext" in place.run(data, "--debug").stdout

    (place.workspace / ".daykeep/data/.keep").unlink()
    for folder in sorted((place.workspace / ".daykeep").rglob("*"), reverse=True):
        folder.unlink() if folder.is_file() else folder.rmdir()
    (place.workspace / ".daykeep").rmdir()
    assert place.run(data, "--debug").stdout == b""


def test_module_runs_as_the_script_does(place: Place) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "daykeep.hooks.entry", "--workspace", str(place.workspace)],
        input=START.encode(),
        capture_output=True,
        env=place.environ(),
        timeout=SECONDS,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout == place.run(START.encode()).stdout


def test_hook_of_what_a_hook_started_does_nothing(place: Place) -> None:
    result = place.run(START.encode(), environ=place.environ(DAYKEEP_HOOK="Stop"))
    assert (result.returncode, result.stdout) == (0, b"")
    assert log_of(place) == ()


def test_what_a_hook_starts_can_tell_that(place: Place) -> None:
    body = """
import os
from daykeep.hooks.model import Answer
def answer(event, desk):
    return Answer(problems=(os.environ["DAYKEEP_HOOK"], desk.workspace.environ["DAYKEEP_HOOK"]))
"""
    run_replaced(place, body)
    assert [run.message for run in log_of(place)] == ["Stop; Stop"]


@pytest.mark.parametrize(
    ("body", "kind", "message"),
    [
        pytest.param("def answer(event, desk): return 1 / 0", "bug", "ZeroDivisionError at <string>:1", id="a bug"),
        pytest.param("def answer(event, desk): raise KeyboardInterrupt", "bug", "KeyboardInterrupt", id="Ctrl-C"),
        pytest.param("def answer(event, desk): raise SystemExit(2)", "bug", "SystemExit", id="an exit"),
        pytest.param("def answer(event, desk): return desk.workspace.files.read_document('no.md')", "document", "there is no file 'no.md'", id="an error"),
        pytest.param("def answer(event, desk): return None", "bug", "AttributeError", id="no answer"),
        pytest.param("value = 3", "bug", "AttributeError", id="no function"),
        pytest.param("def answer(event, desk):\n  def f(): f()\n  f()", "bug", "RecursionError", id="no end"),
    ],
)  # fmt: skip
def test_fault_of_daykeep_is_logged_and_ends_well(place: Place, body: str, kind: str, message: str) -> None:
    result = run_replaced(place, body)
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    (run,) = log_of(place)
    assert (run.event, run.session, run.kind) == ("Stop", SESSION, kind)
    assert run.went_wrong
    assert message in run.message


def test_fault_is_shown_on_standard_error_under_debug_alone(place: Place) -> None:
    body = "def answer(event, desk): return 1 / 0"
    result = run_replaced(place, body, "--debug")
    assert (result.returncode, result.stdout) == (0, b"")
    assert b"ZeroDivisionError" in result.stderr


def test_secret_in_an_error_is_masked_in_the_log(place: Place) -> None:
    secret = "ghp_" + "a1B2" * 9
    run_replaced(place, f"def answer(event, desk): raise ValueError('token {secret}')")
    (run,) = log_of(place)
    assert "[secret:" in run.message
    assert secret not in (place.workspace / ".daykeep/data/hooks.jsonl").read_text()


def test_what_is_printed_on_the_way_is_no_answer(place: Place) -> None:
    body = """
import sys, warnings
from daykeep.hooks.model import Answer
def answer(event, desk):
    print("to standard output"); print("to standard error", file=sys.stderr); warnings.warn("careful")
    return Answer("not for this event")
"""
    result = run_replaced(place, body)
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("desk.workspace\n  while True: pass", id="a loop"),
        pytest.param("desk.workspace\n  import time; time.sleep(600)", id="a wait"),
        pytest.param(
            "desk.workspace\n  import re; re.match('(a+)+$', 'a' * 60 + 'b')", id="an expression without end"
        ),
        pytest.param("import time; time.sleep(600)", id="a wait before the workspace is opened"),
        pytest.param(
            "desk.workspace\n  import signal, time\n  signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n  time.sleep(600)",
            id="a wait that no alarm ends",
            marks=pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no such masks here"),
        ),
    ],
)
def test_event_that_takes_too_long_is_broken_off_and_logged(place: Place, body: str) -> None:
    result = run_replaced(place, f"def answer(event, desk):\n  {body}")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    (run,) = log_of(place)
    assert (run.event, run.kind) == ("Stop", "late")


def test_interrupt_ends_well(place: Place) -> None:
    body = "def answer(event, desk):\n  import time; print('', end='', flush=True); time.sleep(600)"
    command = [sys.executable, "-c", REPLACED, body, "--workspace", str(place.workspace)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=place.environ()
    ) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(event("Stop")).encode())
        process.stdin.close()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0


def test_input_that_never_ends_is_not_waited_for(place: Place) -> None:
    command = REPLACED.replace("entry.main()", "entry.READING_SECONDS = 0.2; entry.main()")
    arguments = [sys.executable, "-c", command, "pass", "--workspace", str(place.workspace)]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=place.environ()
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b'{"hook_event_name": ')
        process.stdin.flush()
        assert process.wait(SECONDS) == 0


@pytest.mark.parametrize("shut", [">&-", "<&-", "2>&-", ">&- 2>&- <&-", "| true"])
def test_closed_streams_end_well(place: Place, shut: str) -> None:
    line = f'"{SCRIPT}" --workspace "{place.workspace}" {shut}'
    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line], input=START.encode(), capture_output=True, env=place.environ(), timeout=SECONDS, check=False
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_workspace_that_is_damaged_stops_no_agent(place: Place, name: str) -> None:
    (place.workspace / "daykeep.toml").write_bytes(b"= nonsense\xff")
    (place.workspace / "USER.md").write_bytes(b"\xff\xfe\x00")
    for file in (
        "MEMORY.md",
        ".daykeep/data/hooks.jsonl",
        ".daykeep/data/instructions.jsonl",
        ".daykeep/cache",
    ):
        path = place.workspace / file
        path.unlink(missing_ok=True)
        if file.endswith("cache"):
            path.write_text("no folder")
        else:
            path.mkdir()
    fields = {
        "prompt": "Which port does the billing gateway use?",
        "file_path": str(place.workspace / "SOUL.md"),
    }
    result = place.run(json.dumps(event(name, **fields, cwd=str(place.workspace))).encode())
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permissions do not bind here")
@pytest.mark.parametrize("name", sorted(EVENTS))
def test_workspace_that_can_not_be_written_stops_no_agent(place: Place, name: str) -> None:
    for path in (place.workspace, *place.workspace.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    result = place.run(json.dumps(event(name, prompt="Which port does the billing gateway use?")).encode())
    for path in (place.workspace, *place.workspace.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert (result.returncode, result.stderr) == (0, b"")


def test_usage_is_shown_on_demand(place: Place) -> None:
    result = place.run(b"", "--help")
    assert result.stdout.startswith(b"Usage: daykeep-hook")
