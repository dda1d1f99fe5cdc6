"""Help: indexes of verbs and metrics, sections, layout, examples, words of other tools."""
