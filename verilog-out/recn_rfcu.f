// Files of recn_rfcu, children before parents.
recn_rfcu.v
