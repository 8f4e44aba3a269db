"""Memory of the window: collects garbage and returns freed memory to the system."""
