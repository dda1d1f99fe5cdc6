"""How scores change when texts are perturbed, for those who deploy a model."""
