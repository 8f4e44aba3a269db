"""Indexing: the walk, the job in its child process, the parent that survives it, and the watch over folders."""
