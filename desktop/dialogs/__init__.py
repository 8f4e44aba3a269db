"""Windows of their own: palette, shortcuts, preferences, model packs, files that failed, help."""
