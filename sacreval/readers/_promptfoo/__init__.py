"""Results of promptfoo: their rows and layout, and the records made of them."""
