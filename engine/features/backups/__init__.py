"""Copies of a library's catalogue, kept beside it: made during use, restored after damage."""
