"""How well the check of notes tells right notes from wrong ones."""
