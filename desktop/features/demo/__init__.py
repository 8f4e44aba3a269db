"""Demo sounds for a first run."""
