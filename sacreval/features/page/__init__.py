"""The HTML report in one file, for those who read outputs beside their scores."""
