"""Text made to be slow: each case is a few megabytes that a careless parser reads again and again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LIMIT_SECONDS = 2.0
MILLION = 1_000_000
BIG = 20 * MILLION

FILES: dict[str, Callable[[], list[str]]] = {
    "a million lines": lambda: ["a line of text"] * MILLION,
    "a million empty lines": lambda: [""] * MILLION,
    "one line of 20 MB": lambda: ["x" * BIG],
    "one line of 20 MB of marks": lambda: ["#" * BIG],
    "one line of 20 MB of stars": lambda: ["*" * BIG],
    "one line of 20 MB of backticks": lambda: ["`" * BIG],
    "one line of 20 MB of comment openings": lambda: ["<!-- " * (BIG // 5)],
    "one line of 20 MB of roles": lambda: ["user: " * (BIG // 6)],
    "20,000 brackets deep": lambda: ["[" * 20_000 + "]" * 20_000],
    "openings of fences that never close": lambda: ["```a", "", "## x"] * 100_000,
    "fences of every length": lambda: ["~" * (3 + i % 50) for i in range(150_000)],
    "fences in a list, closed at the end": lambda: ["- a"] + ["      ```x"] * 150_000 + ["      ```"] * 9,
    "comments that never close": lambda: ["<!-- x"] * 150_000,
    "blocks that never close": lambda: ["<!-- x:start -->"] * 150_000,
    "origin blocks that never close": lambda: ["<!-- daykeep:origin origin=web -->"] * 100_000,
    "ends before openings": lambda: ["<<<END_UNTRUSTED id=a>>>"] * 60_000 + ["<<<UNTRUSTED id=a>>>"] * 60_000,
    "dreams that never end": lambda: ["<!-- openclaw:dreaming:light:start -->"] * 100_000,
    "envelopes that never end": lambda: ["Sender (untrusted metadata):", "```json"] * 80_000,
    "underlines under a list": lambda: ["- a"] + ["==="] * 400_000,
    "underlines under text": lambda: ["text", "==="] * 100_000,
    "turns and headings": lambda: ["user: x", *["# x"] * 100_000, "assistant: y"],
    "labels": lambda: ["**x**: y"] * 100_000,
    "placeholders": lambda: ["- [insight for memory]"] * 100_000,
}


def seconds_for(call: Callable[[Sequence[str]], object], value: Sequence[str]) -> float:
    """The processor time of a call: other processes on the machine don't count."""
    started = time.process_time()
    call(value)
    return time.process_time() - started
