"""Phrases that name something: names, numbers, dates, choices; and which of them were said already."""
