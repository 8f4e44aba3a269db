"""The map: the library as points, near what sounds like them."""
