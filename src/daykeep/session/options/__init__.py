"""How sessions are looked after: what the settings say, and what an agent's own ``config.yaml`` says where they are silent."""
