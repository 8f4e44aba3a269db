"""Around the work: palette, sheet of keys, preferences, help, and what a crash left."""
