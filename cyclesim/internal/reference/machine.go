package reference

import (
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/schedule"
	"culprit.example/culprit/cyclesim/internal/space"
	"culprit.example/culprit/rtlgen/ir"
)

// Machine is a design being interpreted.
type Machine struct {
	cfg     machine.Config
	top     *module
	inputs  []*ir.Signal
	outputs []*ir.Signal

	frame   []uint64   // the top's, with all others inside
	places  []instance // all, in the order of machine.Instances
	checked []instance // those with properties
	clocked []instance // those with state
	cycle   uint64
	valid   bool    // the combinational values are those of the present state and inputs
	watched bool    // so are those of wires that only properties read
	writes  []write // to arrays, in the edge of one instance
}

// instance is a module's frame in the whole.
type instance struct {
	module *module
	at     uint32
}

// write is a word that changes at the end of an edge.
type write struct {
	at    uint32
	value uint64
}

var _ machine.Machine = (*Machine)(nil)

// New compiles the design and resets it.
func New(d *ir.Design, cfg machine.Config) (*Machine, error) {
	plans, err := schedule.Of(d)
	if err != nil {
		return nil, err
	}
	compiled := map[*ir.Module]*module{}
	for _, im := range d.Modules {
		m, err := newModule(im, plans[im], compiled)
		if err != nil {
			return nil, err
		}
		compile(m, cfg)
		if err := m.fits(uint64(m.own) + uint64(len(m.image))); err != nil {
			return nil, err
		}
		compiled[im] = m
	}
	top := compiled[d.Top]
	if err := space.Room(8 * uint64(top.size)); err != nil {
		return nil, err
	}
	m := &Machine{
		cfg: cfg, top: top,
		inputs: d.Top.Inputs(), outputs: d.Top.Outputs(),
		frame: make([]uint64, top.size),
	}
	m.place(top, 0)
	m.Reset()
	return m, nil
}

// place assigns addresses to all frames, parents first.
func (m *Machine) place(mod *module, at uint32) {
	p := instance{mod, at}
	m.places = append(m.places, p)
	if len(mod.checks) > 0 {
		m.checked = append(m.checked, p)
	}
	if len(mod.edge) > 0 || mod.regWords > 0 {
		m.clocked = append(m.clocked, p)
	}
	for _, c := range mod.children {
		for i := 0; i < c.ir.Count; i++ {
			m.place(c.module, at+c.frame(i))
		}
	}
}

// Reset implements machine.Machine.
func (m *Machine) Reset() {
	held := make([][]uint64, len(m.inputs))
	for i, p := range m.inputs {
		held[i] = make([]uint64, machine.Words(p.Width))
		m.Load(machine.Object{Sig: p}, 0, held[i])
	}
	for i, p := range m.places {
		own := m.frame[p.at+p.module.own : p.at+p.module.size]
		copy(own, p.module.image)
		m.frame[p.at+p.module.id] = uint64(i)
		m.fillMemories(i, p)
	}
	for i := range m.inputs {
		m.SetInput(i, held[i])
	}
	m.cycle = 0
	m.valid = false
}

// fillMemories gives memories their contents, or arbitrary ones as to all state that has no reset.
func (m *Machine) fillMemories(inst int, p instance) {
	index := 0
	fill := func(at uint32, depth, width int) {
		n := uint32(machine.Words(width))
		for elem := range depth {
			at := p.at + at + uint32(elem)*n
			machine.Contents(m.cfg.Seed, inst, index, elem, width, m.frame[at:at+n])
		}
		index++
	}
	for _, mem := range p.module.ir.Memories {
		fill(p.module.mems[mem], mem.Depth, mem.Width)
		for i, word := range mem.Contents {
			n := uint32(machine.Words(mem.Width))
			at := p.at + p.module.mems[mem] + uint32(i)*n
			clear(m.frame[at : at+n])
			setWords(m.frame[at:at+n], word)
		}
	}
	for _, r := range machine.SyncReads(p.module.ir) {
		fill(p.module.read[r], 1, p.module.memoryOf[r].Width)
	}
	regs, arrays := machine.Unreset(p.module.ir)
	for _, s := range regs {
		fill(p.module.sigs[s], 1, s.Width)
	}
	for _, a := range arrays {
		fill(p.module.arrs[a], a.Depth, a.Width)
	}
}

// SetInput implements machine.Machine.
func (m *Machine) SetInput(port int, words []uint64) {
	p := m.inputs[port]
	at := m.top.sigs[p]
	dst := m.frame[at : at+uint32(machine.Words(p.Width))]
	clear(dst[copy(dst, words):])
	dst[len(dst)-1] &= machine.TopMask(p.Width)
	m.valid = false
}

// Settle implements machine.Machine.
func (m *Machine) Settle() {
	if m.valid {
		return
	}
	for _, f := range m.top.plan.Fragments {
		m.run(m.top.code[f], m.frame)
	}
	m.valid, m.watched = true, false
}

// Output implements machine.Machine.
func (m *Machine) Output(port int, dst []uint64) {
	p := m.outputs[port]
	at := m.top.sigs[p]
	clear(dst[copy(dst, m.frame[at:at+uint32(machine.Words(p.Width))]):])
}

// Edge implements machine.Machine.
func (m *Machine) Edge() {
	m.Settle()
	for _, p := range m.checked {
		m.run(p.module.checks, m.frameOf(p))
	}
	// A module reads its instances' outputs in their frames, an instance reads
	// nothing outside its own: so parents go first.
	for _, p := range m.clocked {
		m.edgeOf(p.module, m.frameOf(p))
	}
	m.cycle++
	m.valid = false
}

// Edges implements machine.Machine.
func (m *Machine) Edges(n int) {
	for range n {
		m.Edge()
	}
}

func (m *Machine) frameOf(p instance) []uint64 {
	return m.frame[p.at : p.at+p.module.size]
}

func (m *Machine) edgeOf(mod *module, f []uint64) {
	regs := f[mod.regs : mod.regs+mod.regWords]
	next := f[mod.regs+mod.regWords : mod.regs+2*mod.regWords]
	copy(next, regs)
	m.run(mod.edge, f)
	copy(regs, next)
	for _, w := range m.writes {
		f[w.at] = w.value
	}
	m.writes = m.writes[:0]
}

// check evaluates one property of the instance whose frame is f.
func (m *Machine) check(in *instr, f []uint64) {
	inst := int(f[in.c])
	p := m.places[inst].module.ir.Properties[in.n]
	holds := f[in.a] == 1
	if holds != (p.Kind == ir.Cover) {
		return
	}
	f[in.d]++
	if p.Kind != ir.Cover {
		m.cfg.Failed(inst, p)
	}
}

// Cycle implements machine.Machine.
func (m *Machine) Cycle() uint64 { return m.cycle }

// SetCycle implements machine.Machine.
func (m *Machine) SetCycle(cycle uint64) {
	m.cycle = cycle
	m.valid = false
}

// Observe implements machine.Machine: all values are in the frame.
func (m *Machine) Observe(machine.Object) error { return nil }

// Load implements machine.Machine.
func (m *Machine) Load(o machine.Object, elem int, dst []uint64) {
	if o.Sig != nil && o.Sig.VerificationOnly && m.valid && !m.watched {
		for _, p := range m.places {
			m.run(p.module.watched, m.frameOf(p))
		}
		m.watched = true
	}
	copy(dst, m.frame[m.locate(o, elem):])
}

// Store implements machine.Machine.
func (m *Machine) Store(o machine.Object, elem int, src []uint64) {
	copy(m.frame[m.locate(o, elem):], src)
	m.valid = false
}

func (m *Machine) locate(o machine.Object, elem int) uint32 {
	p := m.places[o.Inst]
	mod := p.module
	var at uint32
	var ok bool
	width := 0
	switch {
	case o.Sig != nil:
		at, ok = mod.sigs[o.Sig]
	case o.Arr != nil:
		at, ok = mod.arrs[o.Arr]
		width = o.Arr.Width
	case o.Mem != nil:
		at, ok = mod.mems[o.Mem]
		width = o.Mem.Width
	case o.Read != nil:
		at, ok = mod.read[o.Read]
	case o.Prop != nil:
		at, ok = mod.prop[o.Prop]
	}
	if !ok {
		panic("BUG: an object that module " + mod.ir.Name + " does not have")
	}
	return p.at + at + uint32(elem*machine.Words(width))
}
