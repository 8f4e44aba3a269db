"""Backgrounds: what a place sounds like when nothing happens, found in other sounds and looped to any length."""
