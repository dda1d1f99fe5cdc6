"""Parts of the runner `transformers:`: requests, parameters, and the model that replies."""
