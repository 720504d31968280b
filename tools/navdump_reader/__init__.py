"""A reader of `.nav` map files, written from Formats/nav-1.md alone."""
