"""The ledger: the facts of turns that leave the view, in one short block."""
