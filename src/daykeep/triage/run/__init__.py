"""One check of a conversation from its trigger to its commit: who is asked, what is chosen, what is made, what is logged."""
