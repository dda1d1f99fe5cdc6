"""What the runner `transformers:` consists of: requests, parameters, and the model that replies."""
