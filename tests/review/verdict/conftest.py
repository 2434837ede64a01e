"""A store, a desk and a memory to decide about."""

from __future__ import annotations

import pytest

from daykeep.review.stores.filestore import FileStore
from tests.review.deciding import desk_of, write_memory


@pytest.fixture
def store(files):
    return FileStore(files)


@pytest.fixture
def desk(history):
    return desk_of(history)


@pytest.fixture
def memory(playground):
    return write_memory(playground)
