// Files of certain, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
leaf.v
certain.v
