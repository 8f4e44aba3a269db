"""Round robins from the window."""
