"""Searches side by side: a tab each, with its words, its filters, its way back and the place one left it at."""
