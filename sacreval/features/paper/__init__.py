"""Tables for papers: scores with their marks, the layout, the caption, LaTeX and Markdown."""
