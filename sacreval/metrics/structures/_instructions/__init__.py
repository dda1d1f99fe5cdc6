"""Instructions that can be checked without a model: named predicates of a text."""
