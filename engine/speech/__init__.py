"""What is found in speech and in what repeats: spoken words, and units; and how units are heard again."""
