"""sacreval as a part of other tools, one file a tool; a tool is imported only where it runs."""
