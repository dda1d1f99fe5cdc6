"""Running queries in a process of their own, and comparing their results."""
