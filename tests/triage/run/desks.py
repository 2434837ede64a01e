"""Makes sessions that are due for a check, and desks whose parts fail when they are told to."""

import json
from datetime import UTC, datetime
from pathlib import Path

from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.deciders.rules import RuleDecider
from daykeep.triage.policy.policy import default_policy
from daykeep.triage.run.ask import Ask
from daykeep.triage.run.check import Staff, run_check
from daykeep.triage.run.desk import Desk

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
AT = NOW.isoformat()
LOG = "line of a build log that nobody reads again, step done\n" * 60


def talk(count=12):
    """Turns of work, small talk and decisions."""
    made = []
    for n in range(count):
        made.append({"role": "user", "content": f"Look into TASK-{n} and use port {8000 + n}."})
        use = {"type": "tool_use", "id": f"t{n}", "name": "bash", "input": {"command": f"make task-{n}"}}
        made.append({"role": "assistant", "content": [{"type": "text", "text": "I look."}, use]})
        result = {"type": "tool_result", "tool_use_id": f"t{n}", "content": LOG}
        made.append({"role": "user", "content": [result]})
        made.append({"role": "assistant", "content": f"TASK-{n} is done on port {8000 + n}."})
        made.append({"role": "user", "content": "Thanks!"})
        made.append({"role": "assistant", "content": "You're welcome!"})
    return made


def begin(root: Path, messages=None):
    store = SessionStore(Files(root))
    store.new(at=NOW, session_id="s")
    store.ingest("s", read_conversation(json.dumps(messages or talk()).encode()))


def ask(**more):
    given = {"at": AT, "budget": 4_000, "must_fit": True, "force": True, "keep_units": 2, "keep_tokens": 500}
    return Ask(**{**given, **more})


def staff(decider=None, writer=None, policy=None):
    return Staff(policy or default_policy(), decider or RuleDecider(), writer)


def check(root: Path, desk=None, **more):
    return run_check(desk or Desk(Files(root), "s"), ask(**more), staff())
