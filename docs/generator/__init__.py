"""Pages of the site that are made of the registries, the recipes and the suites."""
