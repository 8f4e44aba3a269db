"""Charts of a run and of what was measured: learning curves, recall by depth, categories and kinds."""
