"""What short messages do in a conversation: thank, greet, close, agree, decline, ask; in English and Chinese."""
