// Files of no_reset, children before parents.
data_only.v
no_reset.v
