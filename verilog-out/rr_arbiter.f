// Files of rr_arbiter, children before parents.
rr_arbiter.v
