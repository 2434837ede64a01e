"""The memory tool of Anthropic's API on a workspace's memory."""
