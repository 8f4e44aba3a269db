"""Searching in the window: what is typed, where, by which sound or word, and what to try when nothing answers."""
