"""Holds what a library consists of against each other and against the files, and mends what can be mended."""
