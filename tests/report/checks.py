"""What the tests of reports have in common: checks that are counted and told."""
failures = 0


def check(holds, what):
    global failures
    if not holds:
        failures += 1
        print("FAILED:", what)
