"""Losses that pull a sound and its words together."""
