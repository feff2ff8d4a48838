package ir

import (
	"fmt"
	"slices"
)

// Domains remembers of modules, which must not change any more, in which clock domains their ports are.
type Domains map[*Module]*PortDomains

// PortDomains are the clocks of a module's ports; "" is the implicit clock.
type PortDomains struct {
	// Takes are the clocks of the registers that take an input, synchronizers left out; Gives those of the registers
	// that an output depends on within a cycle.
	Takes, Gives map[*Signal][]string
	// Synchronized are the inputs that a synchronizer takes, and so without logic.
	Synchronized map[*Signal]bool
	// Through are the inputs that an output depends on within a cycle.
	Through map[*Signal][]*Signal
	direct  map[*Signal]bool // outputs that a register drives, without logic
}

// Of is what is known of the ports of a module.
func (known Domains) Of(m *Module) *PortDomains {
	if known[m] == nil {
		known.find(m)
	}
	return known[m]
}

// Crossing is a path from a register of one clock to one of another that no synchronizer ends.
type Crossing struct {
	To       string // what takes the value
	From, At string // the clocks
	// Logic: the path ends in a synchronizer, and there is logic in front of it.
	Logic bool
	// Input is the input that goes to registers of both clocks, nil for a path from a register.
	Input *Signal
	Pos   Pos
}

// ClockLabel names a clock in messages.
func ClockLabel(clock string) string {
	if clock == "" {
		return "the implicit clock"
	}
	return clock
}

func (c Crossing) String() string {
	switch {
	case c.Logic:
		return fmt.Sprintf("synchronizer %s takes the result of logic, which may have glitches: give that a register of its own clock first",
			c.To)
	case c.Input != nil:
		return fmt.Sprintf("input %s goes to registers of %s and of %s: synchronize it once for one of them", c.Input.Name,
			ClockLabel(c.From), ClockLabel(c.At))
	}
	return fmt.Sprintf("a value of %s leads to %s, which is of %s: end the path with a synchronizer", ClockLabel(c.From), c.To,
		ClockLabel(c.At))
}

func verifyCrossings(m *Module, known Domains) error {
	for _, c := range known.Crossings(m) {
		return fmt.Errorf("%s: %s", c.Pos, c)
	}
	return nil
}

// Crossings lists the paths of a module on which a value may be taken while it changes. Paths through
// instances count, those to properties and to verification-only state do not. A memory may be written and read by
// different clocks: that its words stand still when they are read is the author's to prove.
func (known Domains) Crossings(m *Module) []Crossing {
	if len(m.Clocks()) == 0 {
		return nil // all is of the implicit clock
	}
	return known.find(m)
}

func (known Domains) find(m *Module) []Crossing {
	d := &domains{m: m, known: known, of: map[*Node]*launch{}, signals: map[*Signal]*launch{},
		drivers: map[*Signal][]*Assign{}, under: map[*Assign]*Context{},
		ports: &PortDomains{Takes: map[*Signal][]string{}, Gives: map[*Signal][]string{}, Synchronized: map[*Signal]bool{},
			Through: map[*Signal][]*Signal{}, direct: map[*Signal]bool{}}}
	known[m] = d.ports
	WalkAssigns(m.Body, func(a *Assign, under *Context) {
		if a.Sig != nil {
			d.drivers[a.Sig] = append(d.drivers[a.Sig], a)
			d.under[a] = under
		}
	})
	d.registers()
	d.memories()
	d.instances()
	for _, p := range m.Outputs() {
		l := d.signal(p)
		d.ports.Gives[p], d.ports.Through[p], d.ports.direct[p] = l.clocks, l.inputs, d.plain(&Node{Op: OpSignal, Sig: p})
	}
	return d.found
}

// launch is where a value comes from within a cycle: registers of these clocks, and inputs.
type launch struct {
	clocks []string
	inputs []*Signal
}

func (l *launch) add(o *launch) {
	for _, c := range o.clocks {
		l.clock(c)
	}
	for _, s := range o.inputs {
		if !slices.Contains(l.inputs, s) {
			l.inputs = append(l.inputs, s)
		}
	}
}

func (l *launch) clock(c string) {
	if !slices.Contains(l.clocks, c) {
		l.clocks = append(l.clocks, c)
	}
}

// domains finds the crossings of one module.
type domains struct {
	m       *Module
	known   Domains
	of      map[*Node]*launch
	signals map[*Signal]*launch
	drivers map[*Signal][]*Assign
	under   map[*Assign]*Context
	ports   *PortDomains
	found   []Crossing
}

func (d *domains) node(n *Node) *launch {
	if l := d.of[n]; l != nil {
		return l
	}
	l := &launch{}
	d.of[n] = l
	for _, a := range n.Args {
		l.add(d.node(a))
	}
	switch n.Op {
	case OpSignal:
		l.add(d.signal(n.Sig))
	case OpElem:
		l.clock(n.Arr.Clock)
	case OpMemRead:
		if len(n.Mem.Writes) > 0 || n.Read.Sync {
			l.clock(n.Read.Clock)
		}
		if !n.Read.Sync {
			l.add(d.node(n.Read.Addr))
		}
	case OpInstOut:
		d.output(l, n.Inst, n.Port)
	}
	return l
}

// output adds where an output of an instance comes from.
func (d *domains) output(l *launch, in *Instance, port *Signal) {
	inside := d.known.Of(in.Of)
	for _, c := range inside.Gives[port] {
		l.clock(outerClock(in, c))
	}
	for _, p := range inside.Through[port] {
		for _, c := range in.Conns {
			if c.Port == p {
				l.add(d.node(c.Value))
			}
		}
	}
}

// outerClock is what a clock of an instance is outside.
func outerClock(in *Instance, clock string) string {
	if clock == "" {
		return in.Clock
	}
	for _, c := range in.Conns {
		if c.Port.Name == clock {
			return clockOf(c)
		}
	}
	return ""
}

func (d *domains) signal(s *Signal) *launch {
	if l := d.signals[s]; l != nil {
		return l
	}
	l := &launch{}
	d.signals[s] = l
	switch {
	case s.Kind == Input && !s.IsClock:
		l.inputs = append(l.inputs, s)
	case s.Kind == Reg:
		l.clock(s.Clock)
	default:
		for _, a := range d.drivers[s] {
			l.add(d.assigned(a.Value, a.Index, d.under[a]))
		}
	}
	return l
}

func (d *domains) assigned(value, index *Node, under *Context) *launch {
	l := &launch{}
	l.add(d.node(value))
	if index != nil {
		l.add(d.node(index))
	}
	for ; under != nil; under = under.Outer {
		l.add(d.node(under.Cond))
	}
	return l
}

// takes notes that something of a clock takes a value.
func (d *domains) takes(what, clock string, l *launch, pos Pos) {
	for _, c := range l.clocks {
		if c != clock {
			d.found = append(d.found, Crossing{To: what, From: c, At: clock, Pos: pos})
		}
	}
	for _, p := range l.inputs {
		of := d.ports.Takes[p]
		if slices.Contains(of, clock) {
			continue
		}
		if len(of) == 1 {
			d.found = append(d.found, Crossing{To: what, From: of[0], At: clock, Input: p, Pos: pos})
		}
		d.ports.Takes[p] = append(of, clock)
	}
}

func (d *domains) registers() {
	WalkAssigns(d.m.Body, func(a *Assign, under *Context) {
		switch {
		case a.Arr != nil && !a.Arr.VerificationOnly:
			d.takes("array "+a.Arr.Name, a.Arr.Clock, d.assigned(a.Value, a.Index, under), a.Pos)
		case a.Sig == nil || a.Sig.Kind != Reg || a.Sig.VerificationOnly:
		case a.Sig.Synchronizer:
			d.synchronizes(a.Sig.Name, a.Value, under == nil && a.Index == nil, a.Pos)
		default:
			d.takes("register "+a.Sig.Name, a.Sig.Clock, d.assigned(a.Value, a.Index, under), a.Pos)
		}
	})
}

// synchronizes notes that a synchronizer takes a value, in every cycle or under a condition.
func (d *domains) synchronizes(what string, value *Node, always bool, pos Pos) {
	if !always || !d.plain(value) {
		d.found = append(d.found, Crossing{To: what, Logic: true, Pos: pos})
		return
	}
	for _, p := range d.node(value).inputs {
		d.ports.Synchronized[p] = true
	}
}

func (d *domains) memories() {
	for _, mem := range d.m.Memories {
		for _, w := range mem.Writes {
			for _, n := range []*Node{w.Enable, w.Addr, w.Data} {
				d.takes("memory "+mem.Name, w.Clock, d.node(n), w.Pos)
			}
		}
		for _, r := range mem.Reads {
			if len(mem.Writes) == 0 && !r.Sync {
				continue
			}
			d.takes("read port "+r.Name, r.Clock, d.node(r.Addr), r.Pos)
			if r.Enable != nil {
				d.takes("read port "+r.Name, r.Clock, d.node(r.Enable), r.Pos)
			}
		}
	}
}

func (d *domains) instances() {
	for _, in := range d.m.Instances {
		inside := d.known.Of(in.Of)
		for _, c := range in.Conns {
			if inside.Synchronized[c.Port] {
				d.synchronizes(in.Name+"."+c.Port.Name, c.Value, true, c.Pos)
			}
			for _, clock := range inside.Takes[c.Port] {
				d.takes(in.Name+"."+c.Port.Name, outerClock(in, clock), d.node(c.Value), c.Pos)
			}
		}
	}
}

// plain reports whether a value comes from registers, or from inputs, without logic.
func (d *domains) plain(n *Node) bool {
	switch n.Op {
	case OpConst:
		return true
	case OpSlice, OpConcat, OpReplicate:
		return !slices.ContainsFunc(n.Args, func(a *Node) bool { return !d.plain(a) })
	case OpMemRead:
		return n.Read.Sync
	case OpInstOut:
		return d.known.Of(n.Inst.Of).direct[n.Port]
	case OpSignal:
		if n.Sig.Kind == Reg || n.Sig.Kind == Input {
			return true
		}
		for _, a := range d.drivers[n.Sig] {
			if d.under[a] != nil || a.Index != nil || !d.plain(a.Value) {
				return false
			}
		}
		return true
	}
	return false
}
