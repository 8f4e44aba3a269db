"""Duplicates: found, looked at on a page, listened to and, when the user says so, taken out."""
