"""The checks of tools/check-commands, by topic."""
