"""Answers queries: parses them, queries the index and the catalogue, and merges the results into one ranking."""
