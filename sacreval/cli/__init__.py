"""The framework of commands: options generated from constructors, configs, help, notices."""
