"""What both speech systems share: features, alignments, recordings and synthetic voices. Nothing here imports torch."""
