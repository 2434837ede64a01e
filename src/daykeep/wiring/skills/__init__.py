"""Skills in the folders of agents: where they go, what is written there, what is taken away again."""
