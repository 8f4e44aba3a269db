"""What a library's own names say Earshot finds, and what of the library is alone or missing."""
