"""What providers sign: thinking that holds only for the conversation before it, and what becomes of it when that changes."""
