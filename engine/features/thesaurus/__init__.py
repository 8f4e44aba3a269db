"""The user's own synonyms, from a shell."""
