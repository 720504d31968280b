"""The checks of tools/check-page, by topic."""
