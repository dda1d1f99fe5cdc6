"""Trust in a judge: agreement with people, biases, and the alternative annotator test."""
