"""Nearest neighbours of vectors: an exact scan as oracle and fallback, and bases (HNSW, cells) as caches of it."""
