"""The state of the library in the window: what the status bar tells of it, and the files that could not be read."""
