"""The examples in the docstrings of search are true."""

import doctest
import importlib
import pkgutil

import daykeep.search


def test_examples_in_the_docstrings_are_true():
    attempted = 0
    for found in pkgutil.walk_packages(daykeep.search.__path__, "daykeep.search."):
        result = doctest.testmod(importlib.import_module(found.name))
        assert result.failed == 0, found.name
        attempted += result.attempted
    assert attempted > 30
