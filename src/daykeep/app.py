"""The composition root: opens a workspace with its settings, zone, clock, files and history."""

from __future__ import annotations

import os
import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.clock import local_day, now_ns, now_utc, out_of_time_in, parse_instant, resolve_zone
from daykeep.config import (
    USER_FILE,
    WORKSPACE_FILE,
    Settings,
    Source,
    load_settings,
    user_cache_folder,
    user_config_folder,
)
from daykeep.errors import StorageError, UsageError, WorkspaceError
from daykeep.files.encoding import decode
from daykeep.files.store import Files
from daykeep.text.language import language_of
from daykeep.workspace.layout import Layout, find_workspace, read_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date, datetime

    from daykeep.clock import Zone
    from daykeep.distill.run import Place
    from daykeep.git.history import History, HistoryOff
    from daykeep.models.triage.find import Found, FoundWriter
    from daykeep.search.answer import Searcher
    from daykeep.search.documents import Source as SearchSource
    from daykeep.search.vectors.embedder import Embedder
    from daykeep.traces import Traces

SETTINGS_LIMIT_BYTES = 1_000_000
"""A settings file larger than this is not one."""
DATA_FOLDER = ".daykeep"
"""Where a workspace keeps machine data, once it was made or taken over."""


class Workspace:
    """An opened workspace: everything that commands hand down to the rooms."""

    def __init__(
        self,
        files: Files,
        settings: Settings,
        *,
        zone: Zone,
        now: datetime,
        layout: Layout,
        problems: list[str],
        environ: Mapping[str, str],
    ) -> None:
        self.files = files
        self.settings = settings
        self.zone = zone
        self.now = now
        self.layout = layout
        self.problems = problems
        self._environ = environ

    @property
    def root(self) -> Path:
        """The folder, absolute and real."""
        return self.files.root

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment that this workspace was opened with: what commands of the user are given."""
        return self._environ

    @property
    def own_folder(self) -> Path | None:
        """The folder of the user's own settings, None where no home is known."""
        folder = user_config_folder(self._environ, sys.platform)
        return Path(folder) if folder else None

    @property
    def day(self) -> date:
        """The user's day at the moment of this call."""
        return local_day(self.now, self.zone)

    @cached_property
    def language(self) -> str:
        """``en`` or ``zh``: the setting, else the language that USER.md (or SOUL.md) is written in."""
        chosen = str(self.settings["language"])
        if chosen != "auto":
            return chosen
        for name in (self.layout.user, self.layout.soul, self.layout.agents):
            data = self.files.find_bytes(name, limit_bytes=SETTINGS_LIMIT_BYTES) if name else None
            if data:
                return language_of(decode(data, name).text)
        return "en"

    @cached_property
    def history(self) -> History | HistoryOff:
        """The git history of this workspace, or why there is none; opened on first use."""
        from daykeep.git.history import HistoryOff, open_history  # noqa: PLC0415 - git costs more than a whole start

        if not self.settings["history.enabled"]:
            return HistoryOff("switched off in the settings", "history.enabled = false")
        return open_history(self.root)

    @cached_property
    def traces(self) -> Traces:
        """Where figures of what is done are kept; nothing is kept in a folder that has no ``.daykeep`` yet."""
        from daykeep.traces import Traces  # noqa: PLC0415 - not needed to start or to log

        enabled = bool(self.settings["traces.enabled"]) and self.files.kind(DATA_FOLDER) == "folder"
        return Traces(self.files, enabled=enabled)

    def trace(self, name: str, began_ns: int, *, session: str = "", **attributes: Any) -> None:
        """Keep a trace of something that began at ``began_ns`` and ends now; that it can't be kept fails nothing."""
        from daykeep.traces import Event  # noqa: PLC0415 - not needed to start or to log

        at, took = self.now.isoformat(), (now_ns() - began_ns) / 1_000_000
        self.traces.add(Event(name, at, took, session, attributes))

    @property
    def index_folder(self) -> Path | None:
        """Where the search index of this workspace lies: in the user's cache; None where there is no such folder."""
        from daykeep.search.index import index_folder  # noqa: PLC0415 - not needed to start or to log

        cache = user_cache_folder(self._environ, sys.platform)
        return index_folder(Path(cache), self.root) if cache else None

    def hasty_searcher(self) -> Searcher:
        """The search over the files of this workspace alone, for somebody who waits: without vectors, and from what the index holds."""
        from daykeep.search.answer import Searcher  # noqa: PLC0415 - not needed to start or to log
        from daykeep.search.index import Pace  # noqa: PLC0415 - not needed to start or to log
        from daykeep.search.sources.workspace import WorkspaceSource  # noqa: PLC0415 - not needed to start or to log

        return Searcher(
            [WorkspaceSource(self.files, self.layout)],
            files=self.files,
            folder=self.index_folder,
            pace=lambda seconds: Pace(now_ns(), None if seconds is None else out_of_time_in(seconds)),
            patient=False,
        )

    def searcher(self, *, progress: Callable[[int, int], None] | None = None, processes: int = 1) -> Searcher:
        """The search over this workspace, the knowledge bases and the conversations that the settings name.

        ``progress`` is told how many documents of how many are read; ``processes`` may share the reading of many.
        """
        from daykeep.search.answer import Searcher  # noqa: PLC0415 - not needed to start or to log
        from daykeep.search.index import Pace  # noqa: PLC0415 - not needed to start or to log
        from daykeep.search.index.sharing import Sharing  # noqa: PLC0415 - not needed to start or to log

        def pace(seconds: float | None) -> Pace:
            late = None if seconds is None else out_of_time_in(seconds)
            share = Sharing(processes) if processes > 1 and late is None else None
            return Pace(now_ns(), out_of_time=late, progress=progress, share=share)

        return Searcher(
            self._sources(),
            files=self.files,
            folder=self.index_folder,
            pace=pace,
            embedder=self._find_embedder,
        )

    def _find_embedder(self) -> Embedder | None:
        from daykeep.models.embeddings import find_embedder  # noqa: PLC0415 - only where something was found

        return find_embedder(self.settings, self._environ)

    def find_decider(self) -> Found:
        """Who decides about turns in this workspace, as the user's settings and environment say."""
        from daykeep.models.triage.find import find_decider  # noqa: PLC0415 - only where a check is made

        return find_decider(self.settings, self._environ, self.files)

    def find_note_writer(self) -> FoundWriter:
        """Who writes notes of turns in this workspace."""
        from daykeep.models.triage.find import find_note_writer  # noqa: PLC0415 - only where a check is made

        return find_note_writer(self.settings, self._environ, self.files)

    def _sources(self) -> list[SearchSource]:
        from daykeep.search.sources.workspace import WorkspaceSource  # noqa: PLC0415 - not needed to start or to log

        sources: list[SearchSource] = [WorkspaceSource(self.files, self.layout)]
        home = home_folder(self._environ)
        if self.settings["search.knowledge"]:
            from daykeep.search.sources.knowledge import Base, KnowledgeSource  # noqa: PLC0415 - only where named

            bases = [
                Base(_expand(path, home), str(said))
                for path, said in self.settings["search.knowledge"].items()
            ]
            sources.append(KnowledgeSource(bases))
        if self.settings["search.conversations"]:
            from daykeep.search.sources.conversations import Conversations  # noqa: PLC0415 - only where named
            from daykeep.transcripts.places import Surroundings  # noqa: PLC0415 - only where named

            wanted = str(self.settings["search.conversations"])
            around = Surroundings(home, self.root, self._environ)
            sources.append(Conversations(wanted, around, zone=self.zone.info))
        return sources

    @property
    def distilling(self) -> Place:
        """What a distillation needs to know of this workspace besides its files."""
        from daykeep.distill.run import Place, Rules  # noqa: PLC0415 - not needed to start or to log
        from daykeep.models.chat import find_writer  # noqa: PLC0415 - not needed to start or to log

        return Place(
            memory=self.layout.memory_target,
            language=self.language,
            now=self.now,
            history=self.history,
            author=str(self.settings["history.author"]),
            zone=self.zone.info,
            rules=Rules(
                profile=str(self.settings["distill.profile"]),
                mode=str(self.settings["distill.mode"]),
                gate=float(self.settings["distill.gate"]),
                budget_chars=int(self.settings["memory.budget_chars"]),
                budget_lines=int(self.settings["memory.budget_lines"]),
            ),
            started_at=now_utc(),
            writer=find_writer(self.settings, self._environ),
        )


def open_workspace(
    start: Path | None,
    *,
    environ: Mapping[str, str],
    at: str | None = None,
    strict: bool = True,
) -> Workspace:
    """Open the workspace at ``start``, or the nearest one around the current folder.

    With ``strict`` the first bad setting raises ConfigError; without it, problems are collected on the workspace.
    Raises WorkspaceError if there is none.
    """
    root = _find_root(start)
    files = Files(root)
    layout = read_layout(files)
    settings, faults = load_settings(_sources(files, environ), environ=environ)
    if faults and strict:
        raise faults[0]
    files = Files(
        root,
        durable=settings["files.durable"] == "fsync",
        lock_timeout_seconds=float(settings["files.lock_timeout_seconds"]),
    )
    user = files.find_bytes(layout.user, limit_bytes=SETTINGS_LIMIT_BYTES) if layout.user else None
    user_text = decode(user, layout.user).text if user is not None else None
    zone, now = _read_clock(settings, environ, user_text, at)
    problems = [fault.message for fault in faults] + list(zone.problems)
    return Workspace(files, settings, zone=zone, now=now, layout=layout, problems=problems, environ=environ)


class Moment(NamedTuple):
    """What counts where there is no workspace: the user's own settings, their zone and what the time is there."""

    settings: Settings
    zone: Zone
    now: datetime
    day: date
    problems: tuple[str, ...]


def open_moment(*, environ: Mapping[str, str], at: str | None = None) -> Moment:
    """The user's moment without a workspace, by their own settings; ``at`` replaces the clock.

    Raises ConfigError for a bad setting.
    """
    settings, faults = load_settings(_user_sources(environ), environ=environ)
    if faults:
        raise faults[0]
    zone, now = _read_clock(settings, environ, None, at)
    return Moment(settings, zone, now, local_day(now, zone), tuple(zone.problems))


def _read_clock(
    settings: Settings, environ: Mapping[str, str], user_text: str | None, at: str | None
) -> tuple[Zone, datetime]:
    """The user's zone and what the time is there; ``at`` replaces the clock."""
    zone = resolve_zone(
        flag=settings["zone"] if settings.origin("zone") in {"environment", "flag"} else None,
        flag_origin="DAYKEEP_ZONE",
        user_text=user_text,
        setting=settings["zone"] or None,
        setting_origin=settings.origin("zone"),
        environ=environ,
    )
    now = now_utc()
    return zone, now if at is None else parse_instant(at, now=now, zone=zone)


def home_folder(environ: Mapping[str, str]) -> Path:
    """The user's home as their environment names it, else as the system does."""
    named = environ.get("HOME") or environ.get("USERPROFILE")
    return Path(named) if named else Path.home()


def _expand(path: str, home: Path) -> Path:
    """The folder that a setting names: absolute, or from the home folder on."""
    return home / path.removeprefix("~/") if path.startswith("~/") or not os.path.isabs(path) else Path(path)  # noqa: PTH117 - a string is at hand


def current_folder() -> Path:
    """The folder that the process is in; UsageError where it was taken away meanwhile."""
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise UsageError("the folder that you are in is gone", hint="change to one that is there") from error


def _find_root(start: Path | None) -> Path:
    if start is not None:
        if not start.is_dir():
            raise WorkspaceError(
                f'"{start}" is not a folder', hint="`daykeep init DIR` makes a new workspace"
            )
        return start
    here = current_folder()
    found = find_workspace(here)
    if found is None:
        raise WorkspaceError(
            f'no workspace in "{here}" or above it',
            hint="`daykeep init` makes one here, `daykeep adopt` takes an existing folder, --workspace names one",
        )
    return found


def _sources(files: Files, environ: Mapping[str, str]) -> list[Source]:
    sources = _user_sources(environ)
    data = files.find_bytes(WORKSPACE_FILE, limit_bytes=SETTINGS_LIMIT_BYTES)
    if data is not None:
        sources.append(Source("workspace", WORKSPACE_FILE, decode(data, WORKSPACE_FILE).text))
    return sources


def _user_sources(environ: Mapping[str, str]) -> list[Source]:
    sources = []
    folder = user_config_folder(environ, sys.platform)
    if folder:
        path = os.path.join(folder, USER_FILE)  # noqa: PTH118 - a string is all that is needed here
        text = _read_user_file(path)
        if text is not None:
            sources.append(Source("user", path, text))
    return sources


def _read_user_file(path: str) -> str | None:
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 - pathlib costs a tenth of the start-up time
            return decode(stream.read(SETTINGS_LIMIT_BYTES), path).text
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StorageError(f'can\'t read your settings "{path}": {error.strerror}') from error
