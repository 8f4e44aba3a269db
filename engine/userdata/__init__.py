"""What the user entered, as a file that other libraries take in: on another machine, at other paths."""
