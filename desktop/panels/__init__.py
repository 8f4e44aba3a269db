"""Panels around the results: search, folders, indexing strip, empty page, status bar."""
