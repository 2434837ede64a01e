"""A backup of a whole workspace in one file, checked before it is trusted, and a workspace made of it again."""
