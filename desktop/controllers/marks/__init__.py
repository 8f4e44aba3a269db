"""Marks beside the details, and collections in the left column."""
