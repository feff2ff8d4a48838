// Files of recn_name_extend, children before parents.
recn_name_extend.v
