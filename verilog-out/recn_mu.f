// Files of recn_mu, children before parents.
recn_mu.v
