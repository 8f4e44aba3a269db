"""What the window does about its memory: unused objects are looked for, and what was freed is given back."""
