"""The map: shows every sound as a point near similar ones."""
