"""How the lines of an item stand in memory."""

import pytest

from daykeep.memory.items import bulletise


@pytest.mark.parametrize(
    ("texts", "result"),
    [
        (["a", "b"], ["- a", "  b"]),
        (["- a", "  - b", "c"], ["- a", "  - b", "- c"]),
        (["**Fix:** a", "**Cause:** b"], ["- **Fix:** a", "- **Cause:** b"]),
        (["1. a", "2) b"], ["1. a", "2) b"]),
        (["| a | b |", "> q"], ["| a | b |", "> q"]),
        (["```", "# x", "```"], ["```", "# x", "```"]),
        (["```", "x"], ["```", "x", "```"]),
        ([], []),
    ],
)
def test_lines_become_a_list(texts, result):
    assert bulletise(texts) == result
