"""The main window: its frame, its commands, and the panels around the results."""
