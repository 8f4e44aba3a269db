"""Recipes of acoustic word embeddings, for `earshot-train words`."""
