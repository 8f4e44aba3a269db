"""Searching in the window: text, places, sounds, spoken words, and suggestions for empty answers."""
