"""What sounds say of themselves: shown, edited in place, previewed as a difference, and written only when told to."""
