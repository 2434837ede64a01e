"""What only a person at their own terminal can say of registered information."""

from __future__ import annotations

import json

from tests.cli.session.keeping import PREF
from tests.cli.terminal import at_terminal


def register(work, *more):
    code, shown = at_terminal(work, "session", "register", *PREF, "--json", *more)
    assert code == 0, shown
    return json.loads(shown[shown.index("{") :])["record"]


def test_person_at_a_terminal_registers_in_their_own_name(work):
    assert register(work, "--origin", "agent")["origin"] == "agent"
    assert register(work)["origin"] == "user"


def test_persons_confirmation_makes_a_preference_sure(work, run):
    memory = work / "MEMORY.md"
    memory.write_text("# Memory\n\n## Preferences\n\n- Drinks tea\n")
    assert register(work, "--confirmed")["confirmed"] is True
    assert run("sync", "--json").json["promoted"][0]["status"] == "added"
    assert memory.read_text() == "# Memory\n\n## Preferences\n\n- Drinks tea\n- Use Feishu notifications\n"
