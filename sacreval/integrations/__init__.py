"""sacreval as a part of other tools, one file a tool; a tool is imported only where it runs.

A module has no formula of its own, but computes with the rows and `reduce` of a metric. The modules
import their tools at the top, since they define subclasses and functions of these; sacreval never
imports them.
"""
