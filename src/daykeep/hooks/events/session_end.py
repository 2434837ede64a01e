"""An agent's session is over: the logs of its days are filled where nobody logged, and the session is ended. Nothing is printed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from daykeep.hooks.model import QUIET, Answer

if TYPE_CHECKING:
    from daykeep.hooks.model import Desk, Event


def answer(event: Event, desk: Desk) -> Answer:
    """Leave the session, whatever the reason of its end; one that never said anything leaves nothing."""
    if not os.path.isfile(event.transcript_path):  # noqa: PTH113 - no name makes it raise
        return QUIET
    from daykeep.loop.leaving.keeping import leave_session

    return Answer(problems=leave_session(desk.workspace, event.session_id, Path(event.transcript_path)))
