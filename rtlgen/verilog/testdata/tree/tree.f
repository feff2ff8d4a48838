// Files of tree, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
leaf.v
gates.v
tree.v
