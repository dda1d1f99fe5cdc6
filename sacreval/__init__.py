"""sacreval: score generated text with official numbers, and say how far to trust them."""
