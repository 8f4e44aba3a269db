"""The shared library in the window: joining, status, people, conflicts and volumes."""
