"""What could be taken out of a view, what each change frees, and which of them are worth making now."""
