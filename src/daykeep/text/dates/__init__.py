"""Dates in words: relative ones ("by Thursday", ``下周四``) found in a text and written as the dates that they mean, and the calendar."""
