"""Programs of the user: commands, conversations by lines, official programs."""
