"""Lines of any bytes: clean UTF-8 at once, everything else piece by piece."""
