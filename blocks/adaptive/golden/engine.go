package golden

import (
	"math/big"

	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// EngineIn are the inputs of the engine.
type EngineIn struct {
	Adaptive       bool
	Load           bool
	Seed           uint32
	WriteValid     bool
	WriteHost      int
	WriteListValid []bool
	WriteListPort  []int
	OfferValid     []bool
	OfferCn        []bool
	OfferWord      []*big.Int
	OfferBeats     []int
	LocalValid     bool
	LocalPort      int
	LocalWord      *big.Int
	Low            []bool
	Tick           bool
}

// EngineOut are its outputs.
type EngineOut struct {
	Taken      []bool
	LocalTaken bool
	FrameValid bool
	FrameIn    int      `valid:"FrameValid"`
	FrameOut   int      `valid:"FrameValid"`
	FrameWord  *big.Int `valid:"FrameValid"`
	FrameBeats int      `valid:"FrameValid"`
	CnValid    []bool
	CnWord     *big.Int `valid:"CnLeaves"`
	Missing    bool
	Detour     bool `valid:"FrameValid"`
	Learnt     bool
	OffList    bool
	Saturated  bool

	CnLeaves bool `port:"-"`
}

// Engine finds the way of every frame and notification.
type Engine struct {
	p          Params
	table      *Table
	congestion *Congestion
	draw       *Draw

	rest int // cycles in which nothing starts
	last int // input that had the last turn

	asks, finds, goes *passing
	told              *passing // a notification whose flow's list is there
	leaves            EngineOut
	toldCN            bool
	detours           bool // a frame has left by another way than the default
}

// passing is what is on its way through the engine.
type passing struct {
	Stored
	cn, local bool
	port      int

	way, first int
}

// NewEngine makes the unit.
func NewEngine(p Params) *Engine {
	return &Engine{
		p: p, table: NewTable(p.List), congestion: NewCongestion(p.Hosts, p.Ports, p.CountBits, p.SumBits, p.Timer),
		draw: NewDraw(), last: p.Ports - 1,
	}
}

// Reads reports whether the list of a host may be read in the next cycle, for stimulus.
func (e *Engine) Reads(host int) bool {
	if e.asks != nil && qcn.FrameOf(e.asks.Word).Dst == host {
		return true
	}
	return e.finds != nil && e.finds.cn && qcn.FrameOf(e.finds.Word).FlowDst == host
}

// ToldCN reports whether what has just found its way, or none, was a notification, for
// stimulus.
func (e *Engine) ToldCN() bool { return e.toldCN }

// Expires reports whether the timer of a remote entry has run out, for stimulus.
func (e *Engine) Expires() bool {
	_, _, ok := e.congestion.Due()
	return ok
}

// Step is one clock cycle.
func (e *Engine) Step(in EngineIn) EngineOut {
	out := e.leaves
	out.CnValid = append(make([]bool, 0, e.p.Ports), e.leaves.CnValid...)
	if len(out.CnValid) == 0 {
		out.CnValid = make([]bool, e.p.Ports)
	}
	out.Taken = make([]bool, e.p.Ports)
	out.Learnt = e.finds != nil && e.finds.cn

	starts := e.choose(in, &out)
	list, answer := e.tables(in)
	out.Saturated = answer.Saturated
	e.leave(in, answer)
	e.route(in, list)
	e.asks = starts
	return out
}

// choose is what starts in this cycle.
func (e *Engine) choose(in EngineIn, out *EngineOut) *passing {
	if e.rest > 0 {
		e.rest--
		return nil
	}
	if in.LocalValid {
		out.LocalTaken = true
		e.rest = 3
		return &passing{Stored: Stored{Word: qcn.WordOf(in.LocalWord)}, cn: true, local: true, port: in.LocalPort}
	}
	for k := 1; k <= e.p.Ports; k++ {
		i := (e.last + k) % e.p.Ports
		if !in.OfferValid[i] {
			continue
		}
		e.last = i
		out.Taken[i] = true
		if in.OfferCn[i] {
			e.rest = 3
		}
		return &passing{Stored: Stored{qcn.WordOf(in.OfferWord[i]), in.OfferBeats[i]}, cn: in.OfferCn[i], port: i}
	}
	return nil
}

// tables gives the tables their cycle. list is what the routing table shows.
func (e *Engine) tables(in EngineIn) (list TableOut, answer CongestionOut) {
	ask := TableIn{WriteValid: in.WriteValid, WriteHost: in.WriteHost, WriteListValid: in.WriteListValid,
		WriteListPort: in.WriteListPort}
	tell := CongestionIn{Low: in.Low, Tick: in.Tick}
	if e.asks != nil {
		f := qcn.FrameOf(e.asks.Word)
		ask.ReadValid, ask.ReadHost = true, f.Dst
		if e.asks.cn {
			tell.UpdateValid, tell.UpdateHost, tell.UpdatePort = true, f.FlowDst, e.asks.port
			tell.UpdateLocal, tell.UpdateFeedback = e.asks.local, f.Feedback
		} else {
			tell.LookupValid, tell.LookupHost = true, f.Dst
		}
	}
	if e.finds != nil && e.finds.cn {
		ask.ReadValid, ask.ReadHost = true, qcn.FrameOf(e.finds.Word).FlowDst
	}
	list = e.table.Step(ask)
	tell.ListValid, tell.ListPort = list.ListValid, list.ListPort
	return list, e.congestion.Step(tell)
}

// leave sends on what has found its way.
func (e *Engine) leave(in EngineIn, answer CongestionOut) {
	e.leaves = EngineOut{CnValid: make([]bool, e.p.Ports)}
	g := e.goes
	if g == nil {
		return
	}
	if g.cn {
		e.leaves.CnValid[g.way], e.leaves.CnLeaves, e.leaves.CnWord = true, true, g.Word.Big()
		return
	}
	e.leaves.FrameValid = true
	e.leaves.FrameIn = g.port
	e.leaves.FrameOut = g.first
	e.leaves.FrameWord = g.Word.Big()
	e.leaves.FrameBeats = g.Beats
	if in.Adaptive {
		e.leaves.FrameOut, e.leaves.Detour = answer.ChosenPort, answer.ChosenDetour
		e.detours = e.detours || answer.ChosenDetour
	}
}

// route looks at the list that has come.
func (e *Engine) route(in EngineIn, list TableOut) {
	if e.told != nil && !e.told.local && !lists(list, e.told.port) {
		e.leaves.OffList = true
	}
	e.toldCN = e.told != nil
	e.told, e.goes = nil, nil
	draw := DrawIn{Load: in.Load, Seed: in.Seed, Valid: list.ListValid}
	if f := e.finds; f != nil {
		draw.Draw = f.cn
		place := e.draw.Step(draw)
		e.leaves.Missing = list.Missing
		if f.cn {
			e.told = f
		}
		if !list.Missing {
			e.goes = f
			f.first = list.ListPort[0]
			if f.cn {
				f.way = list.ListPort[place.Place]
			}
		}
	} else {
		e.draw.Step(draw)
	}
	e.finds = e.asks
}

// lists reports whether a port is in a list.
func lists(list TableOut, port int) bool {
	for k, valid := range list.ListValid {
		if valid && list.ListPort[k] == port {
			return true
		}
	}
	return false
}
