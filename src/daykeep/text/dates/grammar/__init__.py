"""The wordings of relative dates, a module a language, and what they share."""
