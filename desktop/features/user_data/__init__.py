"""Exports the user's ratings, tags and collections to a file, and imports them after a preview."""
