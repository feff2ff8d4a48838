// Files of crossbar, children before parents.
crossbar.v
