"""What a decider sees of each turn: the ends of what was said, what the whole text holds, and what became of it later."""
