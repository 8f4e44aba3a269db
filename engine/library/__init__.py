"""The library as others see it: opened, asked, and kept up."""
