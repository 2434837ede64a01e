"""What a session leaves behind: its information goes to session memory, and what lasts is promoted to long-term memory."""
