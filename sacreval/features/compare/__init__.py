"""Which system is better, by how much, and how sure, for those who choose between systems."""

CONFIGURED = {"compare": ("suite",)}
EXAMPLES = {"compare": "{outputs} {others}"}
PURPOSES = {
    "compare": "Compare systems on the same instances: one subcommand for each metric, and "
    "suites; or over several data sets, from result files.",
}
