"""Work outside the GUI thread: the search thread, the thumbnail thread, jobs and child processes."""
