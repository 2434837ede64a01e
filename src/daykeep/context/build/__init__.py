"""An assembled context: sections from many places, in one order, within one budget, the same bytes for the same input."""

from daykeep.context.build.section import BOUNDARY, Context, Cut, LeftOut, Section

__all__ = ["BOUNDARY", "Context", "Cut", "LeftOut", "Section"]
