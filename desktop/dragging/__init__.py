"""Taking sounds out of the window: files with their effects made ready ahead, and handed to other programs."""
