"""Blocks of one provider's shape as those of another: where the meaning allows it; else what is lost is said."""
