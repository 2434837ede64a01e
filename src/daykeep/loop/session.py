"""A conversation in an agent's loop: take messages in, get what the model should read, recall, end."""

from __future__ import annotations

import json
import os
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal, Self

from daykeep.app import open_workspace
from daykeep.clock import now_ns
from daykeep.errors import DocumentError, UsageError
from daykeep.loop.checking import check_session
from daykeep.loop.compacting import Wish, compact_session
from daykeep.loop.ending import Ended, end_session, past_lengths
from daykeep.loop.means import find_staff, make_ask
from daykeep.session.history.store import SessionStore
from daykeep.session.watching.refresh import load_refreshes
from daykeep.traces.event import RECALL
from daykeep.transcripts.messages.model import PROVIDERS, SYNTHETIC
from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.recall.answer import MAX_TOKENS, recall
from daykeep.triage.recall.expiry import note_recall
from daykeep.triage.recall.tool import NAME, recall_tool, run_recall_tool
from daykeep.triage.run.desk import Desk
from daykeep.triage.stored.model import STORED_ID
from daykeep.triage.view.commit import Head, next_id, plan_undo
from daykeep.triage.view.render import render
from daykeep.triage.view.restate import with_restated

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from daykeep.app import Workspace
    from daykeep.loop.compacting import Compaction
    from daykeep.session.history.store import Taken
    from daykeep.transcripts.messages.model import Provider
    from daykeep.triage.protocols import Decider, NoteWriter
    from daykeep.triage.recall.answer import RecallResult
    from daykeep.triage.run.ask import Report
    from daykeep.triage.run.check import Staff
    from daykeep.triage.run.desk import Scene


class Session:
    """One conversation of a workspace, for a program that runs the loop itself.

    Its history is on the disk, word for word; what the model reads is a view of it. May be used from several threads: each
    call waits for the one before. Several processes may open the same session; what one appends, the others see.
    """

    def __init__(
        self,
        workspace: Path | str,
        session_id: str,
        *,
        provider: Provider,
        model: str,
        decider: Decider | None = None,
        writer: NoteWriter | None = None,
    ) -> None:
        """Use `Session.open`."""
        self._path = Path(workspace)
        self._lock = RLock()
        self.id = session_id
        self.provider = provider
        self.model = model
        self._decider, self._writer = decider, writer
        self._desk = Desk(self._workspace().files, session_id)

    @classmethod
    def open(
        cls,
        workspace: Path | str,
        session_id: str = "",
        *,
        provider: Provider = "anthropic",
        model: str = "",
        decider: Decider | None = None,
        writer: NoteWriter | None = None,
    ) -> Self:
        """Open a session of the workspace at this folder, or begin it; without an id a new one is begun.

        ``provider`` is whose form messages have: ``anthropic``, ``openai`` (chat) or ``responses``. ``model`` is the one
        that reads ("" for the one that answered last). ``decider`` and ``writer`` are a program's own (see `triage.protocols`), in place of
        those that the settings name. WorkspaceError if there is no workspace, ConfigError for a bad setting, UsageError for a provider
        or an id that can't be.
        """
        if provider not in PROVIDERS:
            raise UsageError(f"'{provider}' is no provider", hint=f"one of {', '.join(PROVIDERS)}")
        opened = open_workspace(Path(workspace), environ=os.environ)
        store = SessionStore(opened.files)
        found, _ = store.find_or_begin(at=opened.now, session_id=session_id, model=model)
        return cls(opened.root, found, provider=provider, model=model, decider=decider, writer=writer)

    def ingest(self, conversation: Path | Iterable[Mapping[str, Any]]) -> Taken:
        """Take in a conversation: a transcript's path, or the list of messages so far. Only what is new is appended.

        So a loop may hand over its whole list each time. When this returns it is on the disk. DocumentError if it is no conversation.
        """
        if isinstance(conversation, Path):
            found = read_conversation(conversation, whole=True)
        else:
            found = read_conversation(_encoded(conversation), name="messages")
        if not found.format and found.problems:
            raise DocumentError(f"no conversation: {found.problems[0].message}")
        with self._lock:
            return self._desk.sessions.ingest(self.id, found)

    def append(self, *messages: Mapping[str, Any]) -> Taken:
        """Append messages as they are, in the provider's form; also ones that say the same again.

        When this returns they are on the disk. DocumentError for what is no message; then none is appended.
        """
        found = read_conversation(_encoded(messages), name="messages")
        if len(found.messages) != len(messages) or not all(
            one.blocks and one.mark != SYNTHETIC for one in found.messages
        ):
            raise DocumentError("that is no message of a conversation", hint=f"as {self.provider} has them")
        with self._lock:
            return self._desk.sessions.append(self.id, found.messages)

    def view(self, *, budget: int | None = None, tokens: int | None = None) -> Any:
        """What the model should read now, in the provider's form and within ``budget`` tokens; a check is made where it is due.

        For ``anthropic`` a mapping with ``system`` and ``messages``, else the list of messages or items. ``tokens`` is the
        context's size where the caller knows it. With a budget the view fits it as far as what is protected lets it: the oldest turns are stored, and `recall`
        brings them back. Without one the setting ``triage.budget_tokens`` decides when a check is due.
        """
        with self._lock:
            self.check(budget=budget, tokens=tokens, must_fit=budget is not None)
            scene = self._desk.load()
            return self._render(scene)

    def check(
        self,
        *,
        budget: int | None = None,
        tokens: int | None = None,
        must_fit: bool = False,
        force: bool = False,
        dry_run: bool = False,
    ) -> Report:
        """Check the conversation once: what is due is taken out of the view; the report says what and why.

        If anything fails the view stays as it was. ``must_fit`` also stores what would be kept, the oldest first, until it is
        within the budget.
        """
        with self._lock:
            workspace = self._workspace()
            scene = self._desk.load()
            ask = make_ask(workspace, scene, budget=budget, model=self.model, past=past_lengths(self._desk))
            ask = ask._replace(tokens=tokens, must_fit=must_fit, force=force, dry_run=dry_run)
            return check_session(workspace, self._desk, ask, self._staff(workspace))

    def compact(
        self,
        *,
        mode: Literal["triage", "summary"] = "triage",
        first: int = 0,
        last: int | None = None,
        instructions: str = "",
        dry_run: bool = False,
    ) -> Compaction:
        """Compact the conversation now: turn by turn, or the turns ``first`` to ``last`` as one summary (0 and None: all that may go).

        The view gets smaller, the history stays; what fades is restated and the session's memory brought up to now. RefusedError where the
        user's own command before it stops it.
        """
        with self._lock:
            workspace = self._workspace()
            wish = Wish(mode, first, last, instructions, dry_run)
            return compact_session(workspace, self._desk, wish, self._staff(workspace))

    def undo(self, check_id: str = "") -> str:
        """Take a check's changes back, the last one's without an id; the commit that did it. DocumentError if there is none."""
        with self._lock:
            scene = self._desk.load()
            head = Head(
                next_id("R", scene.commits, least=len(scene.commits) + 1), self._workspace().now.isoformat()
            )
            commit = plan_undo(scene.units, scene.commits, head, commit_id=check_id)
            self._desk.edits.append(commit, after=scene.commits[-1].id)
            return commit.id

    def recall(self, wanted: str, *, max_tokens: int = MAX_TOKENS) -> str:
        """A stored turn by its id (``A12``), or what answers some words: JSON that is data, to be given as a tool's result."""
        with self._lock:
            began = now_ns()
            result = recall(self._desk.stored, wanted, max_tokens=max_tokens)
            self._note(result, wanted, began)
            return result.text

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The tools that a model needs for its stored turns: the same in every call of a session, so that no cache breaks."""
        return [recall_tool(self.provider)]

    def run_tool(self, name: str, arguments: Mapping[str, Any] | str) -> str:
        """The answer to a call of one of `tools`; UsageError for a tool that is none of them. A model's mistake is answered, not raised."""
        if name != NAME:
            raise UsageError(f'"{name}" is no tool of a session', hint=f'the only one is "{NAME}"')
        with self._lock:
            began = now_ns()
            answer = run_recall_tool(self._desk.stored, arguments)
            if answer.result is not None:
                self._note(answer.result, _said(arguments), began)
            return answer.text

    def end(self, *, sync: bool = True) -> Ended:
        """End the session: its memory is written, and with ``sync`` what was stated for good is proposed and what lasts promoted.

        Nothing reaches MEMORY.md or a core file but through the gates that all proposals pass.
        """
        with self._lock:
            return end_session(self._workspace(), self._desk, sync=sync)

    def _render(self, scene: Scene) -> Any:
        blocks = [(one.message, one.text) for one in load_refreshes(self._desk.files, self.id)]
        view = with_restated(scene.view, scene.units, blocks)
        form = scene.info.format or self.provider
        return render(view, self.provider, form=form, model=self.model).request

    def _note(self, result: RecallResult, wanted: str, began: int) -> None:
        """Note what was recalled, and keep its figures."""
        workspace = self._workspace()
        note_recall(self._desk.files, self.id, result, at=workspace.now.isoformat(), wanted=wanted)
        by = "id" if STORED_ID.fullmatch(wanted.strip().upper()) else "words"
        figures = {"by": by, "turns": len(result.stored_ids), "tokens": result.tokens}
        workspace.trace(RECALL, began, session=self.id, **figures)

    def _staff(self, workspace: Workspace) -> Staff:
        staff = find_staff(workspace)
        return staff._replace(decider=self._decider or staff.decider, writer=self._writer or staff.writer)

    def _workspace(self) -> Workspace:
        """The workspace as it is now: settings and the clock are read anew."""
        return open_workspace(self._path, environ=os.environ, strict=False)


def _encoded(messages: Iterable[Mapping[str, Any]]) -> bytes:
    try:
        return json.dumps(list(messages), default=dict).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise DocumentError(f"a message holds what JSON has no form for: {error}") from error


def _said(arguments: Mapping[str, Any] | str) -> str:
    if isinstance(arguments, str):
        return arguments
    return str(arguments.get("id") or arguments.get("query") or "")
