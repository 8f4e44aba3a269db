"""Bulk embedding: folders to shards, shards to results on any number of machines, results into a library."""
