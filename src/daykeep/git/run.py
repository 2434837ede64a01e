"""Runs one git command at a time, hardened, and leaves no process behind.

A repository may come from a stranger. Its configuration, hooks and attributes can name programs, so every call
switches them off: hooks, fsmonitor, signing, automatic maintenance and every transport (a missing object of a
partial clone would else be fetched by a program of the repository's choice). Filters, text conversion and external
diffs are avoided by the choice of commands. Variables such as ``GIT_INDEX_FILE``, which git exports to its hooks,
do not reach the command.
"""

from __future__ import annotations

import os
import subprocess
import threading
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import GitError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

SWITCHES = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.pager=cat",
    "core.fsync=committed,reference,index",
    "commit.gpgsign=false",
    "tag.gpgsign=false",
    "log.showSignature=false",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
    "gc.auto=0",
    "maintenance.auto=false",
    "fastimport.unpackLimit=100",
    "pack.compression=0",  # fast-import's pack is unpacked at once: 15 ms instead of 21 with 4,000 files
    "merge.conflictStyle=merge",
    "init.templateDir=",
)
"""Settings forced on every command; a repository's own configuration can't override them."""

ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",  # stronger than protocol.allow, which protocol.<name>.allow overrides
    "LC_ALL": "C",
    "LANGUAGE": "C",
}

KEPT = ("GIT_PYTHON_", "GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CEILING_DIRECTORIES")
"""Inherited variables that stay: where git and the person's own settings are, not which repository is meant."""

TIMEOUT_SECONDS = 120
"""A command that takes longer hangs (a dead network disk): it is ended and reported."""

GRACE_SECONDS = 5
"""How long an interrupted command may take to finish and remove its lock files before it is ended."""

_environment_lock = threading.Lock()


class Answer(NamedTuple):
    """What a command said: its exit code, its data, and its words."""

    code: int
    out: bytes
    err: str


class GitMissingError(GitError):
    """There is no git on this machine, or GitPython can't be imported."""


class Runner:
    """Runs git in one folder; with ``git_dir`` and ``work_tree`` on exactly that repository, without discovery.

    A command that takes longer than ``timeout_seconds`` is ended.
    """

    def __init__(
        self,
        folder: Path,
        *,
        git_dir: Path | None = None,
        work_tree: Path | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
    ) -> None:
        self.folder = folder
        self.timeout_seconds = timeout_seconds
        self._environment = dict(ENVIRONMENT)
        if git_dir is not None:
            self._environment["GIT_DIR"] = str(git_dir)
        if work_tree is not None:
            self._environment["GIT_WORK_TREE"] = str(work_tree)

    def run(
        self,
        *arguments: str,
        stdin: bytes = b"",
        ok: Collection[int] = (0,),
        environment: Mapping[str, str] | None = None,
    ) -> Answer:
        """Run one command to its end and return what it said.

        Raises GitError if the exit code is not in ``ok`` or the command hangs, GitMissingError if there is no git.
        The process is gone when this returns or raises, also on an interrupt.
        """
        answer = self._communicate(arguments, stdin, {**self._environment, **(environment or {})})
        if answer.code not in ok:
            said = answer.err.strip().splitlines()
            reason = said[0].removeprefix("fatal: ") if said else f"exit code {answer.code}"
            raise GitError(f"git {arguments[0]} failed: {reason}", details={"stderr": answer.err.strip()})
        return answer

    def _communicate(self, arguments: tuple[str, ...], stdin: bytes, environment: dict[str, str]) -> Answer:
        library = load_library()
        command = [library.Git.GIT_PYTHON_GIT_EXECUTABLE, "--no-pager"]
        for switch in SWITCHES:
            command += ["-c", switch]
        command += arguments
        git = library.Git(str(self.folder))
        with _without_inherited():
            try:
                # A session of its own: what ends our process group must not cut git between lock and rename.
                started = git.execute(
                    command, istream=subprocess.PIPE, as_process=True, env=environment, start_new_session=True
                )
            except library.NotFound as error:
                raise GitMissingError("git is not installed", hint="install git to keep a history") from error
        process: subprocess.Popen[bytes] = started.proc
        try:
            out, err = process.communicate(stdin, timeout=self.timeout_seconds)
        except subprocess.TimeoutExpired as error:
            process.terminate()  # git removes its lock files then
            raise GitError(
                f"git {arguments[0]} did not end within {self.timeout_seconds:g} seconds"
            ) from error
        finally:
            _end(process)
        return Answer(process.returncode, out, err.decode("utf-8", "replace"))


class _Library(NamedTuple):
    Git: Any
    NotFound: type[Exception]


@cache
def load_library() -> _Library:
    """Import GitPython; raises GitMissingError where it can't be. It costs more than a whole start: call it late."""
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")  # else the import fails on a machine without git
    try:
        from git.cmd import Git  # noqa: PLC0415
        from git.exc import GitCommandNotFound  # noqa: PLC0415
    except ImportError as error:
        raise GitMissingError(f"GitPython can't be imported: {error}", hint="install GitPython") from error
    return _Library(Git, GitCommandNotFound)


@contextmanager
def _without_inherited() -> Iterator[None]:
    """Take git's own variables out of the environment for the moment in which a process starts.

    GitPython hands the whole environment on and can add to it only.
    """
    if not any(_is_inherited(name) for name in os.environ):
        yield
        return
    with _environment_lock:
        taken = {name: value for name, value in os.environ.items() if _is_inherited(name)}
        for name in taken:
            del os.environ[name]
        try:
            yield
        finally:
            os.environ.update(taken)


def _is_inherited(name: str) -> bool:
    return name.startswith("GIT_") and not name.startswith(KEPT)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Wait for a process that was not waited for; end it if it does not finish by itself."""
    if process.returncode is not None:
        return
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    try:
        process.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
