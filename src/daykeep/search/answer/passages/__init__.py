"""Passages as they are shown: a hit, its neighbours, where its text comes from, secrets masked."""
