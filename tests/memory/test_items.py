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


def test_long_log_is_read_in_linear_time_without_recursion():
    text = "## 教训\n" + "- a\n" * 50_000 + "### x\n- **问题**: a\n- **修复**: b\n" * 5_000
    assert len(extract(text).items) == 1
