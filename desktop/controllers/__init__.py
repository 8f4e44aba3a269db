"""Connects parts of the window with the threads and processes that do the work."""
