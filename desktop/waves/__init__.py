"""What the large waveform needs from files, and its commands."""
