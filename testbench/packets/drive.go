package packets

import "fmt"

// Drive offers the packets of a list at an edge, one after the other, without gaps: each beat until it is taken.
type Drive struct {
	edge   Edge
	list   [][]byte
	packet int // of the list
	at     int // its next byte
}

// NewDrive drives an edge through which packets come into the design. Bytes beyond the end of a packet in its last
// beat are 0.
func NewDrive(e Edge, list [][]byte) (*Drive, error) {
	if !e.Input {
		return nil, fmt.Errorf("edge %s cannot be given packets: they leave the design there", e.Name)
	}
	for i, p := range list {
		if len(p) == 0 {
			return nil, fmt.Errorf("packet %d for edge %s has no bytes", i+1, e.Name)
		}
		if e.keep == "" && len(p)%e.bytes != 0 {
			return nil, fmt.Errorf("packet %d for edge %s has %d bytes: without a pin for the bytes of a beat, lengths are multiples of %d",
				i+1, e.Name, len(p), e.bytes)
		}
	}
	return &Drive{edge: e, list: list}, nil
}

// Left is how many packets have not been taken as a whole.
func (d *Drive) Left() int { return len(d.list) - d.packet }

// Set gives the ports of the edge their values in a cycle: set puts width bits, 1 or 8, at bit lo of a port, a multiple
// of width.
func (d *Drive) Set(set func(port string, lo, width int, value uint64)) {
	e := d.edge
	valid := d.packet < len(d.list)
	flag := func(port string, on bool) {
		if port != "" {
			v := uint64(0)
			if on {
				v = 1
			}
			set(port, e.lane, 1, v)
		}
	}
	flag(e.valid, valid)
	var rest []byte
	if valid {
		rest = d.list[d.packet][d.at:]
	}
	flag(e.first, valid && d.at == 0)
	flag(e.last, valid && len(rest) <= e.bytes)
	flag(e.bad, false)
	for i := range e.bytes {
		value, on := uint64(0), uint64(0)
		if i < len(rest) {
			value, on = uint64(rest[i]), 1
		}
		at := e.lane*e.bytes + i
		if e.keep != "" {
			set(e.keep, at, 1, on)
		}
		if !e.Stream {
			at = e.lane*e.bytes + e.bytes - 1 - i
		}
		set(e.data, 8*at, 8, value)
	}
}

// Clock goes on if the beat was taken: read sees the cycle after its values have settled.
func (d *Drive) Clock(read Reader) {
	if d.packet == len(d.list) {
		return
	}
	if e := d.edge; e.ready != "" && read(e.ready)[e.lane/64]>>(e.lane%64)&1 == 0 {
		return
	}
	if d.at += d.edge.bytes; d.at >= len(d.list[d.packet]) {
		d.packet, d.at = d.packet+1, 0
	}
}
