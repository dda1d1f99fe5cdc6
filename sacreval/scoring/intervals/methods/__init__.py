"""Methods of intervals of systems' scores: one module each, which defines METHOD."""
