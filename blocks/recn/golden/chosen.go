package golden

// Chosen is a bit per queue of an input port: the one that the scheduler grants. Queue 0
// is the cold queue.
type Chosen []bool

// Queue is the queue that is granted, -1 for none.
func (c Chosen) Queue() int {
	for q, granted := range c {
		if granted {
			return q
		}
	}
	return -1
}

// Set grants a queue, or none if it is -1.
func (c Chosen) Set(queue int) {
	for q := range c {
		c[q] = q == queue
	}
}
