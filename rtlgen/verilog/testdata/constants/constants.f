// Files of constants, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
constants.v
