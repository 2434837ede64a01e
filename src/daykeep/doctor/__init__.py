"""Checks of a workspace: what is wrong, where, and what can be mended when somebody asks for exactly that."""
