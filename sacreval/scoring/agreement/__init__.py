"""What scores in logs of other tools mean here, and where they differ."""
