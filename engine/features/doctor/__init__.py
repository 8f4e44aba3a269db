"""What outside Earshot decides how well it works here."""
