"""A reader of `.nav` map files, written from Formats/nav-2.md alone."""
