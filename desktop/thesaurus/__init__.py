"""The user's own thesaurus in the window: what else is searched for a word, and what is not."""
