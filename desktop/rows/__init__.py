"""What is done with the rows of an answer: read, sorted, edited in place, opened elsewhere, removed; and their menu."""
