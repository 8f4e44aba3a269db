"""What single letters set off that were perhaps meant as words: said, taken back, searched for."""
