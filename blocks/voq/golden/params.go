package golden

// Params are the parameters of the switches, as in the contract.
type Params struct {
	Ports       int
	Slots       int // VOQsw: slots of an input port
	Nodes       int // VOQnet: queues of an input port
	Depth       int // VOQnet: slots of a queue
	Queue       int // adapter: packets that wait at most
	LinkLatency int // registers up to the link pins
	ErrorBits   int // bits of a counter of errors
	Data        int // bits of a beat, for stimulus: the models pass on any
}
