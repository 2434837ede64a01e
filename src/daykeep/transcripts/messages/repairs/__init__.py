"""One module for each kind of repair: it takes messages, gives back messages, and enters what it changed."""
