// Files of constants, children before parents.
constants.v
