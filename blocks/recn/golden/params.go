package golden

// Params are the parameters of the switch, as in the table of the contract.
type Params struct {
	Ports       int // bidirectional ports
	Slots       int // packet slots per input port
	SAQs        int // set-aside queues per input port, CAM lines per output port
	Detect      int // a cold queue longer than this detects congestion
	Xoff        int // a SAQ longer than this sends Xoff
	Xon         int // a SAQ shorter than this sends Xon
	LinkLatency int // registers up to the link pins
	ErrorBits   int // bits of a counter of errors
	Inclusive   int // 1: a SAQ of just the length of a threshold is over xoff, or under xon
	Broadcast   int // 1: an Xoff of an output port stops SAQs at all inputs
	ReadyBit    int // 1: deallocation with the ready bit
	LeafFirst   int // 1: leaves of a tree are deallocated first
	Data        int // bits of a beat, for stimulus: the model passes on any
	Timer       int // then: cycles that a SAQ must have been empty
}

// DefaultParams are the parameters of the reference configuration.
func DefaultParams() Params {
	return Params{Ports: 8, Slots: 64, SAQs: 4, Detect: 5, Xoff: 10, Xon: 5, LinkLatency: 2, ErrorBits: 8,
		Broadcast: 1, ReadyBit: 1, Timer: 64}
}

// Queues counts the queues of an input port: the cold queue and the SAQs.
func (p Params) Queues() int { return 1 + p.SAQs }
