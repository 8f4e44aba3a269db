"""Exports sounds of the library for other programs and people: tables, playlists, and copies for a project."""
