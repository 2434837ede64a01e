"""One file with everything of a workspace, and the way back."""
