"""Files that are not where they were, and how they are found again."""
