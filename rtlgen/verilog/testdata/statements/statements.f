// Files of statements, children before parents.
statements.v
