"""Help, Look for a newer version."""
