"""What must stay in force in a conversation: registered, followed by its references, restated before it fades."""
