"""Sounds made by formula, with captions that are exact, for what recordings lack."""
