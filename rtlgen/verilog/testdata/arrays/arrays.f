// Files of arrays, children before parents.
lane.v
gates.v
arrays.v
