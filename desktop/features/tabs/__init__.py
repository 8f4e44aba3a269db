"""Searches side by side: each tab has its own words, filters, history and place."""
