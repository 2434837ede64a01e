"""What is searched: the workspace, knowledge bases, and conversations."""
