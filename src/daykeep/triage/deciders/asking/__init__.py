"""Asking a model elsewhere about several units at once, and believing no answer that can't be right."""
