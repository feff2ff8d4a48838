// Files of free_list_slots48, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
free_list_slots48.v
