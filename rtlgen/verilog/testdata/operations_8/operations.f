// Files of operations, children before parents.
operations.v
