"""Relative dates ("by Thursday", ``下周四``) found in a text and written as the dates that they mean."""

from daykeep.text.dates.absolute import Absolute, make_absolute
from daykeep.text.dates.find import find_relative_dates
from daykeep.text.dates.values import Found

__all__ = ["Absolute", "Found", "find_relative_dates", "make_absolute"]
