// Files of hysteresis, children before parents.
hysteresis.v
