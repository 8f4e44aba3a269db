"""Transfer profiles in the window: edits them, and selects the one for exported sounds."""
