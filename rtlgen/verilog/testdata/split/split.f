// Files of split, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
split_pair.v
split.v
