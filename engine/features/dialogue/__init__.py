"""What is said in sounds, as text: dialogue packs, transcripts, their search and export."""
