// Files of watched, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
watched_child.v
watched.v
