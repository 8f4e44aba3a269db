"""Sidecars: Earshot's analysis of a folder's sounds in a file beside them, for anybody who adds that folder."""
