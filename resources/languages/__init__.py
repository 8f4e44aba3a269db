"""What sounds are called in other languages than English; NOTICE.md says where the words come from."""
