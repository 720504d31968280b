"""The count of what a script has checked, and what failed."""

failures = []
checks = 0


def expect(condition, what):
    """Counts a check, and notes it if it fails."""
    global checks
    checks += 1
    if not condition:
        failures.append(what)


def count():
    """The number of checks so far."""
    return checks
