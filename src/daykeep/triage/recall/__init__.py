"""Recall: stored turns are found and brought back as data that can't act."""
