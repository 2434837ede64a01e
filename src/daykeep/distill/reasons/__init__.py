"""Why something was kept, left or not learned, in words."""
