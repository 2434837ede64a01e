"""Where proposals wait: what one holds, and the stores that keep them."""
