// Files of recn_cdu, children before parents.
recn_cdu.v
