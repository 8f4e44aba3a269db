"""Exports lists as tables and playlists, and copies sounds into a project folder."""
