"""A context in the forms that models take: as text, and as the messages of a provider with cache breakpoints."""
