"""What single letters set off that may have been meant as words: it is said, taken back or searched for."""
