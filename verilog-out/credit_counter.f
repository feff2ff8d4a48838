// Files of credit_counter, children before parents.
credit_counter.v
