"""The tools: what an agent asks of a workspace, and what it adds to it."""
