"""One summary in the place of many turns: which turns, what it says, and the check that makes it."""
