"""Backups in the window: made while it is open, listed, and gone back to."""
