"""Training data: corpora, captions, and batches of mel pictures and sentence vectors."""
