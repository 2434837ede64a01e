"""Compression by category: decisions stay, errors keep their cause, data its shape and names, logs their patterns."""
