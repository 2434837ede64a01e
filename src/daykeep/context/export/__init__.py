"""What other agents' instruction files say about a workspace: where it stands, in whose form, within whose limits."""
