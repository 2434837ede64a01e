import pytest

from tests.context.instructions.world import World


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)
