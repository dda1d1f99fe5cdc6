"""Tables in LaTeX and Markdown with marks and captions, for those who write papers."""
