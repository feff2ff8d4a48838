// Files of tree, children before parents.
leaf.v
gates.v
tree.v
