// Files of tables, children before parents.
tables.v
