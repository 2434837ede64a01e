"""Every store behind the one contract: in a file and in memory, with a full-text index and without."""

import pytest

from daykeep.search.store.opening import create_store, memory_store, open_store

KINDS = ("file", "file without full text", "memory", "memory without full text", "fast")


@pytest.fixture(params=KINDS)
def store(request, tmp_path):
    full_text = "without" not in request.param
    if request.param == "fast":
        pytest.importorskip("tantivy")
        create_store(tmp_path / "index.db")
        opened = open_store(tmp_path / "index.db", fast_from=0)
    elif request.param.startswith("file"):
        create_store(tmp_path / "index.db", full_text=full_text)
        opened = open_store(tmp_path / "index.db")
    else:
        opened = memory_store(full_text=full_text)
    yield opened
    opened.close()
