"""What the benchmark of token counts counts: kinds of text, and answers whose usage says what a text cost."""
