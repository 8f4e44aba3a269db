"""Writing metadata: nothing is lost, everything can be undone."""
