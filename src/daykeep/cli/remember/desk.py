"""What ``daykeep remember`` does: finds the place, reads the wish, calls the room, says what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.cli.frame import PARTIAL
from daykeep.errors import UsageError, WorkspaceError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime

    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.config import Settings
    from daykeep.memory.notes.note import Store
    from daykeep.memory.notes.stores import Around
    from daykeep.review.remembering.wish import Meant, Wish

WORKSPACE, USER, PROJECT = "workspace", "user", "project"


class RememberDesk:
    """One call of the command. Only a note for the workspace needs one; elsewhere it tells the user's day, if it is there."""

    def __init__(self, call: Call, given: Mapping[str, Any]) -> None:
        self.call = call
        self.given = given
        self.to = str(given["to"])
        if self.to == WORKSPACE and given["form"] == "collected":
            raise UsageError(
                "a workspace keeps one file a note: each is reviewed by itself", hint="--form goes with --to"
            )
        self.workspace = self._find_workspace()
        self.settings, self.now, self.day = self._moment()
        self.made: list[str] = []

    def init(self) -> None:
        """Make the folders of the place, and an index that names the notes there; nothing else that is there changes."""
        from daykeep.memory.notes.changes import make_folders
        from daykeep.memory.notes.index.step import bring_in_step
        from daykeep.memory.notes.stores import apply_init, plan_init

        if self.to in {USER, PROJECT}:
            self.made = apply_init(plan_init(self._around(), project=self.to == PROJECT))
        else:
            self.made = make_folders(self.store())
        store = self.store()
        index = str(store.files.root / store.index_name)
        if bring_in_step(store) and index not in self.made:
            self.made.append(index)

    def say_made(self) -> None:
        """Say what `init` made."""
        said = [f"Made {name}" for name in self.made] or ["Everything is there already."]
        self.call.emit({"store": self.to, "made": self.made}, said)

    def remember(self, text: str) -> int:
        """Remember the text, or show what would be remembered; the exit code."""
        from daykeep.operations.remember import read_meant

        wish, by, proof = self._wish(text)
        meant = read_meant(wish, self.day)
        if self.to == WORKSPACE:
            return self._in_workspace(wish, meant, by, proof)
        return self._elsewhere(wish, meant, by)

    def store(self) -> Store:
        """The place where notes are kept."""
        from daykeep.memory.notes.stores import find_store

        files = self.workspace.files if self.workspace is not None else None
        return find_store(self.to, self._around(), workspace=files, form=self.given["form"] or "")

    def _around(self) -> Around:
        from daykeep.app import home_folder
        from daykeep.cli.folders import working_folder
        from daykeep.memory.notes.stores import Around

        return Around(working_folder(self.given["cwd"]), home_folder(self.call.environ), self.call.environ)

    def _find_workspace(self) -> Workspace | None:
        """The workspace; None where none is needed and none is around."""
        try:
            return self.call.workspace(at=self.given["at"])
        except WorkspaceError:
            if self.to == WORKSPACE or self.call.path:
                raise
            return None

    def _moment(self) -> tuple[Settings, datetime, date]:
        if self.workspace is not None:
            return self.workspace.settings, self.workspace.now, self.workspace.day
        from daykeep.app import open_moment

        moment = open_moment(environ=self.call.environ, at=self.given["at"])
        for problem in moment.problems:
            self.call.note(problem)
        return moment.settings, moment.now, moment.day

    def _wish(self, text: str) -> tuple[Wish, str, str]:
        """The wish with its true origin, the person who asks ("" if none does) and what showed that it is one."""
        from daykeep.review.remembering.wish import Wish
        from daykeep.review.verdict.approval import require_person

        given, call = self.given, self.call
        origin = given["origin"] or ("user" if call.is_person() else "agent")
        if origin == "user" and not call.is_person():
            call.note("remembered as agent: --origin user counts only at a person's own terminal")
            origin = "agent"
        by = proof = ""
        if given["anyway"] or (origin == "user" and not given["dry_run"]):
            person = require_person(call, self.settings, deed="keep a note as reviewed")
            by, proof = (person.by, person.how) if origin == "user" else ("", "")
        elif origin == "user":
            by = call.person_name()
        wish = Wish(
            text,
            given["kind"] or "",
            given["why"],
            given["apply"],
            given["name"],
            origin,
            anyway=given["anyway"],
        )
        return wish, by, proof

    def _in_workspace(self, wish: Wish, meant: Meant, by: str, proof: str) -> int:
        from daykeep.operations.remember import remember, remembered_data, remembered_lines

        workspace = self.workspace
        if workspace is None:
            raise WorkspaceError("there is no workspace")
        dry = bool(self.given["dry_run"])
        done = remember(workspace, wish, meant, by=by, proof=proof, dry_run=dry)
        for problem in (*done.problems, *done.change.warnings):
            self.call.note(problem)
        data = {"store": self.to, "made": self.made, **remembered_data(done, meant, dry_run=dry)}
        self.call.emit(data, remembered_lines(done, meant, dry_run=dry))
        return PARTIAL if done.problems else 0

    def _elsewhere(self, wish: Wish, meant: Meant, by: str) -> int:
        from daykeep.operations.remember import remembered_data, remembered_lines
        from daykeep.review.remembering.elsewhere import apply_elsewhere, plan_elsewhere

        dry, store = bool(self.given["dry_run"]), self.store()
        if self.given["form"] not in {None, store.form}:
            kept = "one file for each type" if store.form == "collected" else "one file for each note"
            self.call.note(f"notes stand there already, {kept}: that form counts, not --form")
        done = (plan_elsewhere if dry else apply_elsewhere)(store, wish, meant, now=self.now, by=by)
        for warning in done.change.warnings:
            self.call.note(warning)
        root = str(store.files.root)
        data = {
            "store": self.to,
            "root": root,
            "made": self.made,
            **remembered_data(done, meant, dry_run=dry),
        }
        self.call.emit(data, remembered_lines(done, meant, dry_run=dry, root=root))
        return 0
