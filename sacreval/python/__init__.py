"""The verbs as functions: arguments, data frames, results that print as commands do."""
