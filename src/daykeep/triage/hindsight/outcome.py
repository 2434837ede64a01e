"""What came of the last commit: what the next answer really read from the cache, and what was recalled since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.transcripts.messages.model import ASSISTANT
from daykeep.transcripts.usage.usage import read_usage
from daykeep.triage.economics.realised import Prediction, compare
from daykeep.triage.log.record import outcome_record
from daykeep.triage.recall.expiry import recalled_ids

if TYPE_CHECKING:
    from daykeep.triage.log.record import Header
    from daykeep.triage.run.desk import Desk, Scene


def note_outcome(desk: Desk, scene: Scene, header: Header) -> bool:
    """Log what came of the last commit, once, as soon as an answer with usage stands behind it; whether it was logged."""
    commit = scene.commits[-1] if scene.commits else None
    if commit is None or commit.undoes:
        return False
    usage = next(
        (
            found
            for message in scene.messages[commit.messages :]
            if message.role == ASSISTANT and (found := read_usage(message.usage)) is not None
        ),
        None,
    )
    if usage is None or any(one.get("check_id") == commit.check_id for one in desk.log.outcomes()):
        return False
    record = next((one for one in desk.log.checks() if one.get("check_id") == commit.check_id), {})
    predicted = record.get("predicted") or {}
    if not predicted:
        return False
    said = Prediction(int(predicted.get("cached", 0)), int(predicted.get("created", 0)))
    stored = {edit.stored_id: edit.unit_id for edit in commit.edits if edit.stored_id}
    recalled = [stored[one] for one in recalled_ids(desk.files, desk.session_id) if one in stored]
    named = header._replace(check_id=commit.check_id, policy_sha=commit.policy_sha)
    desk.log.append([outcome_record(named, compare(said, usage), recalled)])
    return True
