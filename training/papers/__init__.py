"""What repeats the papers; no pack of Earshot's own needs it to search."""
