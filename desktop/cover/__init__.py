"""What a window shows before it is made: its picture as it was left, and a field that takes words. Only Qt."""
