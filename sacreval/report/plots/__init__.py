"""Plots: figures, how they look, and their texts.

A function draws a figure from names and numbers and returns it. Names pass `plain` of
`matplotlib_figures`, colours come from its `PALETTE`, and sizes of text from `Look`. Tests look at
the axes of a figure (fixture `figures`), not at pixels.
"""
