"""Learning another pack in the background: the job, its strip, and the switch once it knows the whole library."""
