"""JSON as the text that somebody wrote: where each value stands, and edits that leave every other character alone."""
