// Files of no_reset, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
data_only.v
no_reset.v
