// Files of ram_1r1w, children before parents.
ram_1r1w.v
