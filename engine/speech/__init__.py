"""Finds spoken words, and units of what is speech-like or repeats itself; draws sketches from units."""
