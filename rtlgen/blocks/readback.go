package blocks

import "maps"

// Readback says which counters a block keeps and how they are read: with the
// number of a unit and the address of one of its counters held on two inputs, the
// counter is on an output some cycles later. A new address may follow in each
// cycle.
type Readback struct {
	Unit, Address string // input ports; Unit "": there is one unit
	Data          string // output port, at most 64 bits
	Latency       int    // cycles from the address to the counter
	Counters      []Counter
}

// Counter is a counter of a unit. Counters of one name are added up, those with
// Max give the largest.
type Counter struct {
	Name          string
	Unit, Address int
	Max           bool
}

// Counters is the readback of the block with these parameters, the others at their
// defaults; empty if it has none.
func (b *Block) Counters(given Values) Readback {
	if b.Readback == nil {
		return Readback{}
	}
	v := b.Defaults()
	maps.Copy(v, given)
	return b.Readback(v)
}
