"""The picture a starting window shows, with a field that accepts typing. Depends on Qt only."""
