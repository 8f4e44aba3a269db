"""Command palette, shortcut sheet, preferences, help, and the note after a crash."""
