"""Help, Check this installation."""
