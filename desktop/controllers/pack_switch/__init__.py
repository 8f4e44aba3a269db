"""Switching to another pack in the background: the job, its strip, and the switch at its end."""
