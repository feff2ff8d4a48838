package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
)

// ending is a script for an output side without packets: a SAQ is allocated, gets a
// few packets and sends them, and while it does, a SAQ with a longer name puts its
// marker behind the last one. The host is then empty and would be freed, were it not
// for the marker.
type ending struct {
	cycle   int
	host    packet.Name
	longer  packet.Name
	packets int
	behind  int // cycle of the marker
}

const (
	endingSends = 40 // cycle in which the host may send
	endingXon   = 72 // cycle in which the SAQ with the longer name may
	endingEnds  = 80
)

func newEnding(rng *rand.Rand, ports int) *ending {
	route := env.RandomRoute(rng, ports, 2, false)
	packets := 1 + rng.Intn(3)
	return &ending{
		host: route[:1].Name(ports), longer: route.Name(ports), packets: packets,
		// Each packet takes the link for 8 cycles, and the first one is granted at once.
		behind: endingSends + packet.Beats*(packets-1) - 3 + rng.Intn(6),
	}
}

// drive sets the start of a packet or the message of a cycle.
func (e *ending) drive(in *golden.OutputPortIn) {
	switch e.cycle {
	case 0:
		e.message(in, e.host, true)
	case endingSends:
		e.message(in, e.host, false)
	case max(endingSends+1, e.behind):
		e.message(in, e.longer, true)
	case endingXon:
		e.message(in, e.longer, false)
	}
	in.Start = e.cycle%golden.Pairs == 0 && e.cycle >= 2*golden.Pairs && e.cycle < (2+e.packets)*golden.Pairs
	e.cycle++
}

func (e *ending) message(in *golden.OutputPortIn, name packet.Name, xoff bool) {
	in.TxMsgValid, in.TxMsgXoff, in.TxMsgTp, in.TxMsgMask = true, xoff, name.Tp, name.Mask
}
