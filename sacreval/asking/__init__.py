"""A model elsewhere: requests out, replies in, kept in files."""
