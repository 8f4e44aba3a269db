"""Sidecars: what Earshot heard of the sounds of a folder, in a file beside them, for whoever adds that folder."""
