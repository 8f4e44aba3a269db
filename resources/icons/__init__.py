"""SVG icons drawn for Earshot; `currentColor` is replaced by the theme's colour."""
