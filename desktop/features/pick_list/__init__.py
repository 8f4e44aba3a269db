"""The pick list in a tab of the inspector."""
