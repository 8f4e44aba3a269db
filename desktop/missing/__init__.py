"""The page of missing files: where they were, and the ways to find them again."""
