"""What waits, looked at before it is decided: shown, split, and put on the file as it is now."""
