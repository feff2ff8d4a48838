// Files of fifo, children before parents.
fifo.v
