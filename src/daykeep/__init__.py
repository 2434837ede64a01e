"""An agent's workspace that keeps itself: plain files, daily logs, weekly distillation, reviewed in git."""

__version__ = "0.1.0"
