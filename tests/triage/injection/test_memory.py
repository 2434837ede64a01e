"""What tools, assistants and pasted texts order does not reach the memory of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.files.store import Files
from daykeep.session.memory.document import memory_path
from daykeep.session.memory.keeping import update_memory
from tests.triage.injection.test_rooms import TODAY, leaked

if TYPE_CHECKING:
    from pathlib import Path

    from daykeep.session.units.model import Unit


def test_no_order_reaches_the_memory_of_a_session(tmp_path: Path) -> None:
    files = Files(tmp_path, durable=False)

    def memory(units: tuple[Unit, ...], place: int) -> str:
        update_memory(files, f"s{place}", units, today=TODAY)
        path = tmp_path / memory_path(f"s{place}")
        return path.read_text(encoding="utf-8") if path.exists() else ""

    assert leaked(memory) == []
