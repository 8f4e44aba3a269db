"""Finds duplicates, shows and plays them, and removes those that the user confirms."""
