"""When a check is due: what the provider said last about the context, held against the budget."""
