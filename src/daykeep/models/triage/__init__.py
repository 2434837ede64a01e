"""Deciders and writers of notes that are models elsewhere, as the settings name them."""
