"""One file that holds many: written whole or not at all, read without trusting a byte of it, laid out again."""
