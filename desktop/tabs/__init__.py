"""Searches side by side: a tab each, with its words, filters, way back and place."""
