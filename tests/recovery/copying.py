"""A process that brings an index over to its copy in tantivy, again and again, until it is killed.

``python -m tests.recovery.copying INDEX`` says "begun" before each time.
"""

from __future__ import annotations

import sys
from pathlib import Path

from daykeep.search.store.opening import open_store
from tests.search.store.documents import made, put


def main():
    store = open_store(Path(sys.argv[1]), fast_from=0)
    for turn in range(1_000_000):
        put(store, *(made(f"workspace:{number}.md", *[f"tea turn{turn}"] * 40) for number in range(40)))
        sys.stdout.write("begun\n")
        sys.stdout.flush()
        store.settle()


if __name__ == "__main__":
    main()
