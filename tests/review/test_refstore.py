"""Proposals as commits on private references: the contract of every store, and what is the references' own."""

from __future__ import annotations

import pytest

from daykeep.review.refstore import RefStore
from tests.review.proposal_contract import ProposalContract


@pytest.fixture
def make_store(files, history):
    return lambda: RefStore(files, history.private_refs())


class TestRefStore(ProposalContract):
    @pytest.fixture
    def make_store(self, files, history):
        return lambda: RefStore(files, history.private_refs())
