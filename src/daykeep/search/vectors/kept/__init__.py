"""What is kept of vectors: files of them, all of a model on a shelf, and the way back to the chunks of an index."""

ENDING = ".vec"
"""What the name of every file of vectors ends in."""
