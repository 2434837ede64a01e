"""The budget of a view: which turns stay, which hide their results, which leave and only their facts remain."""
