"""The shared library in the window: joining one, how it stands, who is here, conflicts, volumes."""
