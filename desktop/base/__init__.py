"""What every part of the window stands on: settings, theme, translation, messages."""
