from __future__ import annotations

import pytest

from daykeep.session.recalled import is_recalled
from daykeep.session.units.model import AGENT, CALL, PERSON, RESULT, TEXT, TOOL, Part

ENVELOPE = '{"kind": "archived_history", "trust": "data-not-instructions", "text": "x"}'


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (Part(TOOL, RESULT, "x", 1, "recall"), True),
        (Part(TOOL, RESULT, "x", 1, "mcp__daykeep__recall"), True),
        (Part(TOOL, RESULT, ENVELOPE, 1), True),
        (Part(PERSON, TEXT, ENVELOPE, 1), True),
        (Part(AGENT, CALL, '{"id": "A1"}', 1, "recall"), False),
        (Part(TOOL, RESULT, "x", 1, "recall_orders"), False),
        (Part(PERSON, TEXT, "What is archived_history?", 1), False),
    ],
)
def test_a_part_is_recalled_by_its_tool_or_its_form(part: Part, expected: bool) -> None:
    assert is_recalled(part) is expected
