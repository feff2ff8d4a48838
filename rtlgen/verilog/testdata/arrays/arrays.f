// Files of arrays, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
lane.v
gates.v
arrays.v
