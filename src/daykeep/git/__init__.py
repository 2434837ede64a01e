"""The only code that talks to git: plumbing commands, hardened, never a porcelain that runs what a repository says."""
