"""Which system is better, by how much, and how sure, for those who choose between systems."""
