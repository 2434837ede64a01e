"""Fitting the gates to labelled turns, and telling how far a decider's probabilities can be believed."""
