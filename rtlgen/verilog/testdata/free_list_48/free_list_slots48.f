// Files of free_list_slots48, children before parents.
free_list_slots48.v
