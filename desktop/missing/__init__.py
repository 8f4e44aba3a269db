"""Missing files: a page of where they were, and the ways to find them again."""
