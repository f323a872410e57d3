"""What checks of the sources have in common. Their usage: scripts/check_NAME.py [ROOT]"""
import pathlib
import sys


def program_files(root):
    """The sources and headers of the program, in order."""
    return sorted(path for top in ("lang", "runtime", "service", "cli") for path in (root / top).rglob("*.[ch]pp"))


def tell(complaints):
    """Prints what `complaints(root)` finds, a line each; exit code 1 if there is anything."""
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    found = list(complaints(root))
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)
