"""How many records show a difference, and which difference some records can show."""
