"""The search field, its chips, and the filters under it."""
