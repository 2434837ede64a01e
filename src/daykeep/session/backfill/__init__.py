"""What a day was, told from its conversations: for sessions that end, and for days that nobody logged."""
