// Files of ternary_line, children before parents.
ternary_line.v
