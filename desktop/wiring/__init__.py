"""What happens when: each part joins one job of the window to the threads and processes that do the work."""
