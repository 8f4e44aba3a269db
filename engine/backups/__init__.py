"""Copies of a library's catalogue, kept beside it: made while it is used, and put back when it is damaged."""
