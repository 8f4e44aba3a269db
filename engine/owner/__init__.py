"""What Earshot learns of its owner: from choices for words to sounds that are raised when these are asked again."""
