"""Damaged maps with right checks, for tools/check-verify."""
