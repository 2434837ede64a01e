"""Memories of other tools, read and proposed; nothing of the source is written."""
