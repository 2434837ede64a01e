"""Pictures of the real program: a terminal that it runs in, and the screen of that terminal as SVG."""
