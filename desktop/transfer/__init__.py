"""Transfer profiles in the window: which there are, and which one sounds leave by."""
