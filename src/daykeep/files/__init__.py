"""The only code that writes to disk: append, replace, locks, JSON state, safe paths, encodings, temp names, ids."""
