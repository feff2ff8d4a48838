// Files of certain_width70, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
leaf_width70.v
certain_width70.v
