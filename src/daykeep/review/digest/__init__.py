"""What waits as a message for mail or chat, with boxes to tick, and the same message taken back."""
