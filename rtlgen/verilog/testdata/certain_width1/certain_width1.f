// Files of certain_width1, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
leaf_width1.v
certain_width1.v
