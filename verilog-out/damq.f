// Files of damq, children before parents.
damq.v
