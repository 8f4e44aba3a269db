"""Vectors to neighbours: an exact scan that is oracle and fallback, and an HNSW base that is a cache of it."""
