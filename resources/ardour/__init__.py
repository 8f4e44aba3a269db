"""Scripts that Ardour runs."""
