"""How good a pack is: the metric, and retrieval measured through the engine."""
