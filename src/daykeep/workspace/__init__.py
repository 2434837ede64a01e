"""The folder that an agent lives in: where it is, which files it has, how it is made and taken over."""
