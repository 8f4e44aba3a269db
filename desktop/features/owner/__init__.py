"""Learns from the owner's choices: records and shows them, and decides whether they count in searches."""
