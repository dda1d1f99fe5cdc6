"""Results in the formats that are exchanged: Every Eval Ever, and YAML of model hubs."""
