"""What a check of a workspace's session is run with: its policy, who decides, prices, budget, and what is known of the calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.clock import now_ns
from daykeep.context.compaction.limits import find_window
from daykeep.errors import ConfigError
from daykeep.files.encoding import decode
from daykeep.transcripts.messages.model import ASSISTANT
from daykeep.triage.economics.prices import find_prices
from daykeep.triage.economics.verdict import expected_calls
from daykeep.triage.policy.policy import default_policy, read_policy
from daykeep.triage.run.ask import Ask
from daykeep.triage.run.check import Staff

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.app import Workspace
    from daykeep.triage.policy.policy import Policy
    from daykeep.triage.run.desk import Scene

LIMIT_POLICY_BYTES = 200_000
"""A longer file is no policy: it is read at every check."""


def load_policy(workspace: Workspace, name: str = "") -> Policy:
    """The policy of a workspace: the file that is named, else the setting's, else daykeep's own in its language.

    ConfigError if there is no such file, or naming it and the line of each thing that is wrong in it.
    """
    path = name or str(workspace.settings["triage.policy"])
    if not path:
        return default_policy(workspace.language)
    data = workspace.files.find_bytes(path, limit_bytes=LIMIT_POLICY_BYTES + 1)
    if data is None:
        raise ConfigError(f'triage.policy: there is no file "{path}" in this workspace')
    if len(data) > LIMIT_POLICY_BYTES:
        raise ConfigError(f'triage.policy: "{path}" has more than {LIMIT_POLICY_BYTES:,} bytes')
    return read_policy(decode(data, path).text, path)


def find_staff(workspace: Workspace, *, policy: Policy | None = None) -> Staff:
    """By which policy, who decides and who writes, as the settings say; the rules and the turns' own sentences by default.

    Where a key is missing, what stands in is named among the staff's problems. ConfigError for settings that can't be used.
    """
    decider, writer = workspace.find_decider(), workspace.find_note_writer()
    instead = tuple(one for one in (decider.instead, writer.instead) if one)
    return Staff(policy or load_policy(workspace), decider.decider, writer.writer, instead, now_ns)


def make_ask(
    workspace: Workspace,
    scene: Scene,
    *,
    budget: int | None = None,
    model: str = "",
    past: Sequence[int] = (),
) -> Ask:
    """How a check of this session is to be run now. ``past`` are the numbers of calls of other sessions."""
    model = model or model_of(scene)
    times = [one.at for one in scene.messages if one.role == ASSISTANT and one.at is not None]
    idle = max(0.0, (workspace.now - times[-1]).total_seconds()) if times else 0.0
    answered = [one.model for one in scene.messages if one.role == ASSISTANT and one.model]
    changed = "another model answers" if model and answered and answered[-1] != model else ""
    done = sum(1 for one in scene.messages if one.role == ASSISTANT)
    return Ask(
        at=workspace.now.isoformat(),
        budget=int(workspace.settings["triage.budget_tokens"]) if budget is None else budget,
        window=find_window(model, workspace.settings["context.compaction.windows"]),
        prices=find_prices(str(workspace.settings["triage.prices"]), model),
        idle_seconds=idle,
        changed=changed,
        remaining_calls=expected_calls(done, past),
        language=workspace.language,
    )


def model_of(scene: Scene) -> str:
    """The model that answered last, else the one that the session names."""
    answered = (one.model for one in reversed(scene.messages) if one.model)
    return next(answered, scene.info.model)
