// Files of crossbar, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
crossbar.v
