def write_region(*a): raise SystemExit("todo")
