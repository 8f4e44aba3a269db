"""Synthesised sounds with exact captions, for what recordings lack."""
