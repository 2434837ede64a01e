"""One reader for each kind of file: what goes to a model of it, in the order in which it goes."""
