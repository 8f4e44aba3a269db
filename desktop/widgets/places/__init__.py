"""Rows of the left column: lists as high as their contents, with editable names, counts and marks."""
