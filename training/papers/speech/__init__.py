"""Features, alignments, recordings and synthetic voices for both speech systems. Imports no torch."""
