"""What the window leaves to others: the search thread, the thumbnail thread and the indexing process."""
