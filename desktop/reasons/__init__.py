"""Why this one: what of a sound, and which words of the question, put it where it stands."""
