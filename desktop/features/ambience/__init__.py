"""Finds stretches with the same background as a selection, plays them and writes them at a chosen length."""
