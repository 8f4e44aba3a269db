"""Bulk embedding: cuts folders into shards, embeds them on any number of machines, commits the results."""
