"""A memory in which decisions are made and taken back."""

from __future__ import annotations

import pytest

from tests.review.deciding import write_memory


@pytest.fixture
def memory(playground):
    return write_memory(playground)
