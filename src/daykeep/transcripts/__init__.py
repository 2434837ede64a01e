"""Conversations of every format that agents leave behind, read and never written."""
