package golden

import (
	"math/big"

	link "culprit.example/culprit/blocks/link/golden"
)

// ElementIn holds the inputs of cioq_element, an element of each slice per port.
type ElementIn struct {
	RxValid, RxHead, RxTail []bool
	RxBad                   []bool `port:",optional"`
	RxData                  []*big.Int
	TxCredit                []bool
	Hold                    []bool `port:",optional"`
	ErrClear                []bool
}

// ElementOut holds the outputs of cioq_element.
type ElementOut struct {
	RxCredit    []bool
	TxValid     []bool
	TxHead      []bool     `valid:"TxValid"`
	TxTail      []bool     `valid:"TxValid"`
	TxBad       []bool     `port:",optional" valid:"TxValid"`
	TxData      []*big.Int `valid:"TxValid"`
	StatInHeld  []int
	StatOutHeld []int
	StatStalled []bool
	StatRefused []bool
	ErrSeen     []uint8
	ErrCounts   []uint32 // by port and cause
}

// NewElementIn makes inputs for n ports, all zero.
func NewElementIn(n int) ElementIn {
	return ElementIn{RxValid: make([]bool, n), RxHead: make([]bool, n), RxTail: make([]bool, n),
		RxBad: make([]bool, n), RxData: make([]*big.Int, n), TxCredit: make([]bool, n), Hold: make([]bool, n),
		ErrClear: make([]bool, n)}
}

// NewElementOut makes outputs for n ports, all zero.
func NewElementOut(n int) ElementOut {
	return ElementOut{
		RxCredit: make([]bool, n), TxValid: make([]bool, n), TxHead: make([]bool, n), TxTail: make([]bool, n),
		TxBad: make([]bool, n), TxData: make([]*big.Int, n),
		StatInHeld: make([]int, n), StatOutHeld: make([]int, n), StatStalled: make([]bool, n), StatRefused: make([]bool, n),
		ErrSeen: make([]uint8, n), ErrCounts: make([]uint32, n*Causes),
	}
}

// Rx is what comes in at a port.
func (in ElementIn) Rx(port int) Beat {
	return Beat{in.RxValid[port], in.RxHead[port], in.RxTail[port], in.RxBad[port], in.RxData[port]}
}

// Tx is what goes out at a port.
func (out ElementOut) Tx(port int) Beat {
	return Beat{out.TxValid[port], out.TxHead[port], out.TxTail[port], out.TxBad[port], out.TxData[port]}
}

// Element is the model of cioq_element.
type Element struct {
	p         Params
	Input     []*Input
	Output    []*Output
	scheduler *Scheduler
	errors    []*link.Errors // by port
}

// NewElement makes an empty element.
func NewElement(p Params) *Element {
	m := &Element{p: p, scheduler: NewScheduler(p)}
	for range p.Ports {
		m.Input = append(m.Input, NewInput(p))
		m.Output = append(m.Output, NewOutput(p))
		m.errors = append(m.errors, link.NewErrors(Causes, p.ErrorBits))
	}
	return m
}

// Out are the outputs; stat_stalled depends on hold without credits.
func (m *Element) Out(hold []bool) ElementOut {
	out := NewElementOut(m.p.Ports)
	var wanted uint64
	for i, input := range m.Input {
		now := input.Out()
		out.RxCredit[i], out.StatInHeld[i] = now.RxCredit, now.StatHeld
		wanted |= now.First
	}
	for o, output := range m.Output {
		now := output.Out(hold[o])
		out.TxValid[o], out.TxHead[o], out.TxTail[o], out.TxData[o] = now.TxValid, now.TxHead, now.TxTail, now.TxData
		out.TxBad[o] = now.TxBad
		out.StatOutHeld[o], out.StatStalled[o] = now.StatHeld, now.StatStalled
		out.StatRefused[o] = !now.Room[0] && !now.Room[1] && wanted>>o&1 == 1
	}
	for i, errors := range m.errors {
		shown := errors.Registered()
		for c, seen := range shown.Seen {
			if seen {
				out.ErrSeen[i] |= 1 << c
			}
		}
		copy(out.ErrCounts[i*Causes:], shown.Counts)
	}
	return out
}

// Step is one clock cycle.
func (m *Element) Step(in ElementIn) ElementOut {
	out := m.Out(in.Hold)
	n := m.p.Ports
	ask := NewSchedulerIn(n)
	var lane [2]CrossbarIn
	lane[0], lane[1] = NewCrossbarIn(n), NewCrossbarIn(n)
	for i, input := range m.Input {
		now := input.Out()
		ask.First[i], ask.Second[i] = now.First, now.Second
		for l := range lane {
			ask.Free[2*i+l], ask.Ends[2*i+l] = now.Free[l], now.LaneEnds[l]
			lane[l].InValid[i], lane[l].InEnds[i], lane[l].InData[i] = now.LaneValid[l], now.LaneEnds[l], now.LaneData[l]
			lane[l].InBad[i] = now.LaneBad[l]
		}
	}
	for o, output := range m.Output {
		for l, room := range output.Out(false).Room {
			ask.Room[2*o+l] = room
		}
	}
	decision := m.scheduler.Step(ask)
	var crossed [2]CrossbarOut
	for l := range lane {
		lane[l].Select = decision.Select[l*n : (l+1)*n]
		crossed[l] = Crossbar(lane[l])
	}
	for i, errors := range m.errors {
		events := append(append([]bool(nil), m.Input[i].errors[:]...), m.Output[i].excess)
		errors.Step(link.ErrorsIn{Errors: events, Clear: in.ErrClear[i]})
	}
	for i, input := range m.Input {
		input.Edge(in.Rx(i), decision.Start[2*i:2*i+2])
	}
	for o, output := range m.Output {
		var beats []Lane
		for _, x := range crossed {
			beats = append(beats, Lane{x.OutValid[o], x.OutEnds[o], x.OutBad[o], x.OutData[o]})
		}
		output.Edge(decision.Take[2*o:2*o+2], beats, in.TxCredit[o], in.Hold[o])
	}
	return out
}
