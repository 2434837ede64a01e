"""The copy of an index in tantivy is whole and behind, or not there, after its process is killed."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from daykeep.search.store.opening import create_store, open_store
from tests.search.store.documents import found

pytest.importorskip("tantivy")
REPOSITORY = Path(__file__).parents[2]
KILLS = 12


def test_copy_that_was_killed_while_it_was_made_answers_as_sqlite_does(tmp_path):
    path = tmp_path / "index.db"
    create_store(path)
    for kill in range(KILLS):
        command = [sys.executable, "-m", "tests.recovery.copying", str(path)]
        with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as process:
            for _ in range(1 + kill % 3):
                assert process.stdout.readline() == "begun\n"
            time.sleep(0.004 * kill)
            process.kill()
        fast, plain = open_store(path, fast_from=0), open_store(path, fast_from=10**9)
        for terms in (["tea"], ["turn0"], ["turn1", "tea"], ["turn2"]):
            assert found(fast, *terms) == found(plain, *terms)
        fast.settle()
        for terms in (["tea"], ["turn0"], ["turn1", "tea"], ["turn2"]):
            assert found(fast, *terms) == found(plain, *terms)
        fast.close()
        plain.close()
