"""Drags and copies sounds out of the window; files with effects are rendered ahead."""
