"""How the scorer of the distiller is trained and judged; for developers, never installed."""
