// Package golden holds the golden models of the request-grant adapter: plain Go, one
// file per unit, one Step per clock cycle, written from the contracts in
// blocks/adapter/README.md. Tables and linked lists of the hardware are Go slices
// here.
//
// Step computes the outputs for the present state and inputs and then performs the
// clock edge.
//
// What must not live here: stimulus, checks, anything that imports the netlist or
// the harness.
package golden

// Params are the parameters of the adapter and its units.
type Params struct {
	Nodes, Paths, G, BReasm, FcInit, BIn, VOQ, MaxP, OOB, Unsol, Watch, Repair, Lists, Slots, ErrorBits int
}

// settled are the parameters with which there are no unsolicited segments out of band.
func (p Params) settled() Params {
	if p.OOB == 1 {
		p.Unsol = 0
	}
	return p
}

// starting counts the cycles after reset in which tables are initialised.
type starting struct{ left int }

// ready is whether they are, in this cycle.
func (s *starting) ready() bool { return s.left == 0 }

func (s *starting) step() { s.left = max(0, s.left-1) }
