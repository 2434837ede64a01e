"""Claude Code's settings: daykeep's hooks put in and taken out, and every other byte left as it is."""
