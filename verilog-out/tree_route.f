// Files of tree_route, children before parents.
tree_route.v
