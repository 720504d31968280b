"""The checks of tools/check-service, by topic."""
