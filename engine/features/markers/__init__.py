"""Markers and regions: the user's own places in sounds, kept in the library and written into files on request."""
