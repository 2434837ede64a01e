"""Merging two changes of one Markdown text by its entries and items instead of by its lines."""
