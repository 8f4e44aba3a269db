"""The page on which duplicates are looked at, listened to and, when the user says so, taken out."""
