"""What stands between a suggestion and a change: each gate can only make a suggestion milder, and says why."""
