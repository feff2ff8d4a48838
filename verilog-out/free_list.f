// Files of free_list, children before parents.
free_list.v
