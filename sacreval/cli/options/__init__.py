"""Options that verbs share, in groups, and their values."""
