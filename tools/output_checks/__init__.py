"""The checks of tools/check-outputs, by topic."""
