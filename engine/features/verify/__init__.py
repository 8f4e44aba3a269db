"""Checks the parts of a library against each other and against the files, and repairs what it can."""
