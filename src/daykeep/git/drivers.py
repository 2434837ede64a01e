"""The merge driver in a repository's own settings: the one program of daykeep's that git itself calls.

It is named by the person's own command on their own machine: a repository can say in ``.gitattributes`` which files
want the driver, never what it runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import ConflictError
from daykeep.git.repository import Repository, find_repository
from daykeep.git.values import HistoryOff

if TYPE_CHECKING:
    from pathlib import Path

DRIVER = "daykeep"
"""The driver's name in attributes (``merge=daykeep``) and settings (``merge.daykeep.driver``)."""

_NAME_KEY, _COMMAND_KEY = f"merge.{DRIVER}.name", f"merge.{DRIVER}.driver"
_MISSING = 5
"""The exit code of ``git config --unset`` for a setting that isn't there."""


def find_driver(root: Path) -> str | HistoryOff | None:
    """The driver's command as the repository around ``root`` has it, None if it has none; or why there is none."""
    repository = find_repository(root)
    return repository if isinstance(repository, HistoryOff) else _read(repository)


def set_driver(root: Path, *, name: str, command: str, mark: str) -> bool | HistoryOff:
    """Name the driver in the repository's own settings; whether that changed them.

    Raises ConflictError, with nothing changed, if another command stands there: one without ``mark`` in it.
    """
    repository = find_repository(root)
    if isinstance(repository, HistoryOff):
        return repository
    current = _read(repository)
    if current is not None and mark not in current:
        raise ConflictError(
            f"git's setting {_COMMAND_KEY} names another program; nothing was changed",
            hint=f"`git config --unset {_COMMAND_KEY}` takes it out",
        )
    if current == command:
        return False
    for key, value in ((_NAME_KEY, name), (_COMMAND_KEY, command)):
        repository.runner.run("config", "--local", key, value)
    return True


def unset_driver(root: Path, *, mark: str) -> bool:
    """Take the driver out of the repository's settings again; whether it was there. Another command stays."""
    repository = find_repository(root)
    if isinstance(repository, HistoryOff):
        return False
    current = _read(repository)
    if current is None or mark not in current:
        return False
    for key in (_COMMAND_KEY, _NAME_KEY):
        repository.runner.run("config", "--local", "--unset", key, ok=(0, _MISSING))
    return True


def _read(repository: Repository) -> str | None:
    answer = repository.runner.run("config", "--local", "--get", _COMMAND_KEY, ok=(0, 1))
    return answer.out.decode("utf-8", "replace").removesuffix("\n") if answer.code == 0 else None
