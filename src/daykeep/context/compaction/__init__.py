"""Whether a conversation would be compacted now, what that would do, and why it does not happen; nothing here acts."""
