"""Notes in the review: how one waits as an item of the queue, how it is approved, and how it goes."""
