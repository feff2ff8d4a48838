package golden

// WatchIn are the inputs of the watch.
type WatchIn struct {
	Tick      bool
	GntValid  bool
	GntNode   int
	AckValid  bool `port:",optional"`
	AckNode   int  `port:",optional"`
	SentValid bool
	SentNode  int
	LookWaits bool
}

// WatchOut are its outputs.
type WatchOut struct {
	LookNode   int
	StuckValid bool
	StuckNode  int
}

// Watch finds flows that are stuck.
type Watch struct {
	p     Params
	ticks int
	node  int // the flow that is looked at next
	waits []bool
	stuck WatchOut
}

// NewWatch makes the unit.
func NewWatch(p Params) *Watch { return &Watch{p: p, waits: make([]bool, p.Nodes)} }

// Node is the flow that is looked at.
func (w *Watch) Node() int { return w.node }

// Shows are the registered outputs.
func (w *Watch) Shows() WatchOut { return w.stuck }

// Due is whether the next tick lets it look.
func (w *Watch) Due() bool { return (w.ticks+1)%w.every() == 0 }

// every is the distance of two looks, ticks.
func (w *Watch) every() int { return 1 << w.p.Watch / w.p.Nodes }

// Step is one clock cycle.
func (w *Watch) Step(in WatchIn) WatchOut {
	out := w.stuck
	out.LookNode = w.node
	looked, every := w.node, w.every()
	w.stuck = WatchOut{StuckNode: looked}
	w.node = w.ticks / every % w.p.Nodes
	look := false
	if in.Tick {
		w.ticks++
		look = w.ticks%every == 0
	}
	served := func(node int) bool {
		return in.GntValid && in.GntNode == node || in.AckValid && in.AckNode == node || in.SentValid && in.SentNode == node
	}
	if look && in.LookWaits {
		w.stuck.StuckValid = w.waits[looked] && !served(looked)
		w.waits[looked] = true
	}
	for i := range w.waits {
		w.waits[i] = w.waits[i] && !served(i)
	}
	return out
}
