"""Logs as distillation reads them: chosen, decoded, masked, in several processes."""
