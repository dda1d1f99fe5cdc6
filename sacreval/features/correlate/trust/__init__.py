"""How far a judge can be trusted: agreement with people, biases, and the alternative test."""
