// Files of watched, children before parents.
watched_child.v
watched.v
