"""The queue of folders to index: shows, reorders, cancels, and restores it after a restart."""
