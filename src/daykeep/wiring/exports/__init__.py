"""daykeep's blocks in the instruction files of projects: written, brought up to date, taken away."""
