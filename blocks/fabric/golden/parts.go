package golden

// Sent is what one end of a link sends in a cycle: beats forward, and about the
// packets that come to it, credits and messages backward.
type Sent struct {
	Valid, Sop, Eop   bool
	Data              uint64
	Credit            bool
	CreditDst         int
	MsgValid, MsgXoff bool
	MsgTp, MsgMask    uint32
}

// Status is what a switch tells about its congestion management.
type Status struct {
	Saqs, Lines                      []bool // a lane per port and SAQ
	Detect, NoFree, Dropped, CamFull []bool // a lane per port
}

// element is a switch. What it sends in a cycle does not depend on what it gets
// in that cycle.
type element interface {
	sends() []Sent // by port
	step(got []Sent) Status
}

// answer is what a node or monitor shows of its counters.
type answer struct {
	data  uint64
	known bool
}
