"""Measures how good a pack is: the metrics, and retrieval through the engine."""
