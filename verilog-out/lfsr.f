// Files of lfsr, children before parents.
lfsr.v
