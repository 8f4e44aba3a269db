"""Status of the library: facts in the status bar, and the files that could not be read."""
