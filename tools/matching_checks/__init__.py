"""The checks of tools/check-matching, by topic."""
