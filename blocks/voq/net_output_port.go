package voq

import "culprit.example/culprit/rtlgen"

// netOutputPort is the sending side of a VOQnet link: a credit counter per
// destination, and the link register. Its credits are shown to the input ports as
// a bit vector.
//
// A packet takes its credit when its first beat passes the crossbar, three cycles after
// the grant: before that nobody can ask for it again, since the output is not open.
func netOutputPort(p Params) *rtlgen.Typed[netOutputPorts] {
	m, io := rtlgen.New[netOutputPorts](netParams{p})
	if m.Refused() {
		return m
	}
	p.ports().SendOn(m.Module, io.Beat, io.Tx.Beat, p.LinkLatency)

	credits := p.linkCredits(m.Module, io.Tx)
	credits.Take.Drive(io.Beat.Valid.And(io.Beat.Sop))
	credits.TakeDst.Drive(io.Beat.Data.Low(p.nw()))
	io.Open.Drive(credits.Available)
	io.StatCredit.Drive(credits.Count)
	return m
}
