package packets

import (
	"io"
	"time"
)

// Reader reads a port of a design in the present cycle: bit i of word w is bit 64*w+i of its value.
type Reader func(port string) []uint64

// Capture takes what passes an edge, cycle by cycle, and writes packets to a file.
type Capture struct {
	edge   Edge
	read   Reader
	file   *Writer
	packet []byte
	open   bool
	since  uint64 // the cycle of its first beat
	// Packets is how many were written; one that had begun before the first cycle, or has not ended, is not.
	Packets int
}

// NewCapture writes what read sees on the edge to a file.
func NewCapture(e Edge, read Reader, file *Writer) *Capture {
	return &Capture{edge: e, read: read, file: file, open: false}
}

// Sample looks at a cycle, after the values have settled and before the clock edge.
func (c *Capture) Sample(cycle uint64) {
	e := c.edge
	bit := func(port string) bool {
		v := c.read(port)
		return v[e.lane/64]>>(e.lane%64)&1 == 1
	}
	if !bit(e.valid) || e.ready != "" && !bit(e.ready) {
		return
	}
	begins := !c.open
	if e.first != "" {
		begins = bit(e.first)
	}
	if begins {
		c.packet, c.open, c.since = c.packet[:0], true, cycle
	}
	if !c.open {
		return // the rest of a packet whose head nobody saw
	}
	c.beat()
	if bit(e.last) {
		c.file.write(c.since, c.packet, e.bad != "" && bit(e.bad))
		c.Packets++
		c.open = false
	}
}

// Restart forgets a packet that has begun: the design is reset.
func (c *Capture) Restart() { c.open = false }

// beat appends the bytes of a beat.
func (c *Capture) beat() {
	e := c.edge
	data := c.read(e.data)
	var keep []uint64
	if e.keep != "" {
		keep = c.read(e.keep)
	}
	for i := range e.bytes {
		at := e.lane*e.bytes + i
		if keep != nil && keep[at/64]>>(at%64)&1 == 0 {
			continue
		}
		if !e.Stream { // the first byte is the highest
			at = e.lane*e.bytes + e.bytes - 1 - i
		}
		c.packet = append(c.packet, byte(data[at/8]>>(at%8*8)))
	}
}

// Err is the first error of the file.
func (c *Capture) Err() error { return c.file.Err() }

// Target is an edge and the file that gets what passes it.
type Target struct {
	Edge Edge
	File io.Writer
}

// Captures are those of several edges of one run.
type Captures []*Capture

// OpenCaptures begins the files. period is the time of a clock cycle.
func OpenCaptures(list []Target, read Reader, period time.Duration) (Captures, error) {
	var all Captures
	for _, t := range list {
		file, err := NewWriter(t.File, t.Edge, period)
		if err != nil {
			return nil, err
		}
		all = append(all, NewCapture(t.Edge, read, file))
	}
	return all, nil
}

// Sample looks at a cycle on all edges.
func (all Captures) Sample(cycle uint64) {
	for _, c := range all {
		c.Sample(cycle)
	}
}

// Restart forgets the packets that have begun.
func (all Captures) Restart() {
	for _, c := range all {
		c.Restart()
	}
}

// Err is the first error of a file.
func (all Captures) Err() error {
	for _, c := range all {
		if err := c.Err(); err != nil {
			return err
		}
	}
	return nil
}

// Close writes what is still held. It does not close the files.
func (all Captures) Close() error {
	for _, c := range all {
		if err := c.file.Close(); err != nil {
			return err
		}
	}
	return nil
}
