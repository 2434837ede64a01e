"""The server through which agents reach a workspace by the Model Context Protocol."""
