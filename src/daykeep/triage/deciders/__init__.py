"""Who decides what becomes of a turn: rules on this machine, a small learned model, a model elsewhere, a recording."""
