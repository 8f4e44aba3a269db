"""The user's thesaurus in the window: which words are searched for another, and which are not."""
