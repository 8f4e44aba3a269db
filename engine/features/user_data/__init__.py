"""User data as a file for other libraries, on another machine or with other paths."""
