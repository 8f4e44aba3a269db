"""News of a newer version, when asked for."""
