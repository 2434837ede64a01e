"""What the formats share: lines, contents, times, branches, what nobody said, and the draft of a conversation."""
