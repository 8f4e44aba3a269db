"""Detects single-letter shortcuts that may have been meant as text, reports them, and offers undo and a search."""
