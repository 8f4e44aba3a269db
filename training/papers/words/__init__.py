"""Acoustic word embeddings: a spoken word and its phonemes as vectors that meet (Rhodes & Bains)."""
