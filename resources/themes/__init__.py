"""Palettes (JSON) and the style sheet (QSS) they fill."""
