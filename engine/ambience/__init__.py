"""Backgrounds: what is heard of a place when nothing happens, found again elsewhere and looped to any length."""
