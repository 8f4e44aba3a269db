"""Spoken words and sketches in the window."""
