"""Hands sounds of the library to other programs and people: tables, playlists, and files copied into a project."""
