"""Generate pages of the site from the registries, the recipes and the suites."""
