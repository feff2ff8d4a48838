package compiled

import (
	"slices"

	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/schedule"
	"culprit/rtlgen/ir"
)

// options choose what the compiler does; tests turn parts of it off.
type options struct {
	// observe makes all wires visible in the frames and leaves out the clock
	// edge: the code behind Peek and waveforms.
	observe bool
	passes  []pass // optimisations
	// oneHotIndex replaces one-hot multiplexers by an index where possible.
	oneHotIndex bool
	// inline compiles small single instances into the kernels around them.
	inline bool
	// noChecks leaves out properties and verification-only state.
	noChecks bool
	// groups is how copies that run side by side are grouped.
	groups grouping
	// guards turns activity gating on, in code for lanes.
	guards bool
}

// standard is the options for all designs.
var standard = options{passes: passes, oneHotIndex: true, inline: true, groups: grouping{sizes: []int{16, 8}}, guards: true}

// kernel is the code of one step of a module. The last step's kernel also checks
// the properties and makes the clock edge.
type kernel struct {
	module  *module
	step    schedule.Step
	raw     program // as lowered, for inlining
	lean    program // without what the module does not need, before optimisation; for unrolling
	program program
}

// module is a module being compiled, for one way to call it.
type module struct {
	layout   *layout
	plan     *schedule.Plan
	steps    []schedule.Step
	lanes    bool // all its instances run side by side with others
	children map[childKey]*module
	kernels  []*kernel // one per step
	inline   bool      // single instances are inlined
	inlined  int       // levels of the hierarchy below that are inlined in it
	finished bool      // its programs can be called
	sites    int       // places where it is instantiated
}

// childKey is an instance, or those of its copies that have lanes.
type childKey struct {
	inst  *ir.Instance
	lanes bool
}

// lowering translates a fragment to a program.
type lowering struct {
	builder
	module  *module
	layout  *layout
	options options

	known map[*ir.Node][]ref
	parts map[partKey][]ref
	sigs  map[*ir.Signal][]ref   // wires and outputs settled here
	reads map[*ir.ReadPort][]ref // asynchronous, settled here

	drivers map[*ir.Signal]*ir.Node // of wires that name an expression
	bounds  map[ref]*bounded

	// While statements are executed.
	now     map[target][]ref // what has been assigned so far
	changed []map[target]bool
	guards  []ref // conditions of the branches around
	commits []commit
}

// compile makes the programs of all kernels of a module as others inline them. The
// kernels of its instances exist already.
func (m *module) compile(o options) {
	values := drivers(m.plan.Body)
	for _, step := range m.steps {
		k := &kernel{module: m, step: step}
		l := &lowering{
			module: m, layout: m.layout, options: o, drivers: values,
			known: map[*ir.Node][]ref{},
			parts: map[partKey][]ref{},
			sigs:  map[*ir.Signal][]ref{},
			reads: map[*ir.ReadPort][]ref{}, bounds: map[ref]*bounded{},
		}
		for _, it := range step.Items {
			if it.Task != nil {
				l.task(it.Task)
			} else {
				l.instance(it.Inst, it.Call)
			}
		}
		if step.Last && !o.observe {
			if !o.noChecks {
				l.properties()
			}
			l.edge()
		}
		k.program = l.p
		deadCode(&k.program)
		k.raw = k.program
		m.kernels = append(m.kernels, k)
	}
	m.inline = o.inline && !o.observe && m.worthInlining()
}

// finish makes the programs of all kernels ready to be called: it removes from each
// what no later one needs, and optimises the rest. A module that is inlined
// everywhere needs none of this.
func (m *module) finish(o options) {
	if m.finished {
		return
	}
	m.finished = true
	read := map[uint64]bool{} // places that this kernel or a later one loads from
	note := func(p *program) {
		for i := range p.code {
			if in := &p.code[i]; in.op == opLoad && in.a == none {
				read[in.k] = true
			}
		}
	}
	for _, k := range slices.Backward(m.kernels) {
		p := &k.program
		forwardStores(p)
		deadCode(p)
		if !o.observe {
			own := *p
			note(&own)
			p.dropUnread(read)
			deadCode(p)
		}
		k.lean = *p
		p.optimise(o.passes)
		p.dropZeros()
		deadCode(p)
	}
}

// dropUnread drops the stores to wires that are not in read.
func (p *program) dropUnread(read map[uint64]bool) {
	p.keep(func(i int) bool { return !p.code[i].wire || read[p.code[i].k] })
}

// dropZeros drops stores of 0 to places that nothing else writes: memory is 0 at
// the start.
func (p *program) dropZeros() {
	p.keep(func(i int) bool {
		in := &p.code[i]
		if in.op != opStore || in.state != 0 || in.a != none || in.c != none {
			return true
		}
		k, ok := p.constantOf(in.b)
		return !ok || k != 0
	})
}

func (k *lowering) task(t *schedule.Task) {
	switch {
	case t.Sig != nil:
		x := k.wire(t.Sig, t.Tree)
		k.sigs[t.Sig] = x
		k.storeSignal(t.Sig, x)
	case t.Read != nil:
		// The word is copied: the memory itself changes at the edge.
		x := k.element(k.layout.mems[t.Mem], t.Read.Addr)
		k.reads[t.Read] = x
		k.store(k.layout.read[t.Read], x, true)
	default:
		k.drive(k.layout.childOf(t.Inst), t.Conn)
	}
}

// instance runs one of the calls of an instance, for all of its copies.
func (k *lowering) instance(in *ir.Instance, number int) {
	c := k.layout.childOf(in)
	for _, g := range k.groups(c) {
		callee := k.module.children[childKey{in, k.module.lanes || g.lanes > 1}]
		kernel := callee.kernels[number]
		if callee.inline && in.Count == 1 {
			k.inline(kernel, c)
			k.module.inlined = max(k.module.inlined, callee.inlined+1)
			continue
		}
		callee.finish(k.options)
		switch {
		case k.options.inline && g.lanes == 1 && !k.module.lanes && kernel.tiny(g.count):
			k.unroll(kernel, c, g)
		case len(kernel.program.code) > 0:
			k.call(call{kernel, c.frame(g.first), g.vectors(), c.layout.size * uint32(g.lanes), g.lanes})
		}
	}
}

func (k *lowering) call(c call) {
	k.p.calls = append(k.p.calls, c)
	k.p.add(instr{op: opCall, a: none, b: none, c: none, k: uint64(len(k.p.calls) - 1)})
}

// signal is the value of a signal in this cycle.
func (k *lowering) signal(s *ir.Signal) []ref {
	if x, ok := k.sigs[s]; ok {
		return x
	}
	at, ok := k.layout.sigs[s]
	if !ok {
		panic("BUG: signal " + s.Name + " is not of module " + k.layout.module.Name)
	}
	return k.loadRange(at, 0, at.width)
}

func (k *lowering) readPort(r *ir.ReadPort) []ref {
	if x, ok := k.reads[r]; ok {
		return x
	}
	return k.load(k.layout.read[r])
}

// element reads an array or memory; beyond the end the value is arbitrary.
func (k *lowering) element(s slot, index *ir.Node) []ref {
	i := k.amount(index)
	if in := k.p.code[i]; in.op == opConst && in.k < uint64(s.depth) {
		s.at += uint32(in.k) * bytesOf(s.width)
		return k.load(s)
	}
	x := k.loadAt(s, k.scaled(k.below(i, s.depth), s.width))
	return k.openBeyond(x, i, s.depth, s.width)
}

// openBeyond is x if the index is below the count, otherwise an arbitrary value,
// which differs from seed to seed: a circuit that depends on it is caught.
func (k *lowering) openBeyond(x []ref, index ref, count, width int) []ref {
	return k.chooseWords(k.opK(opLt, index, uint64(count)), x, k.arbitrary(width, uint32(count)))
}

// scaled is the offset of an element from the start, in bytes.
func (k *lowering) scaled(index ref, width int) ref {
	n := bytesOf(width)
	if shift, ok := log2(int(n)); ok {
		return k.shl(index, shift)
	}
	return k.opK(opMul, index, uint64(n))
}

func (k *lowering) load(s slot) []ref { return k.loadAt(s, none) }

func (k *lowering) loadAt(s slot, offset ref) []ref {
	out := make([]ref, machine.Words(s.width))
	for i := range out {
		out[i] = k.p.add(instr{
			op: opLoad, a: offset, b: none, c: none,
			k: uint64(s.word(i)), size: uint8(min(bytesOf(s.width), 8)),
			may: topMask(s.width, i), state: s.state,
		})
	}
	return out
}

func (k *lowering) store(s slot, x []ref, wire bool) {
	k.storeIf(s, x, none, none, wire)
}

func (k *lowering) storeIf(s slot, x []ref, offset, cond ref, wire bool) {
	for i, v := range x {
		k.p.add(instr{
			op: opStore, a: offset, b: v, c: cond,
			k: uint64(s.word(i)), size: uint8(min(bytesOf(s.width), 8)),
			state: s.state, wire: wire,
		})
	}
}

func (k *lowering) properties() {
	for i, p := range k.layout.module.Properties {
		o := opCheck
		if p.Kind == ir.Cover {
			o = opCover
		}
		k.p.checks = append(k.p.checks, check{k.layout.prop[p], k.layout.id, uint32(i)})
		k.p.add(instr{op: o, a: k.bit(p.Cond), b: none, c: none, k: uint64(len(k.p.checks) - 1)})
	}
}
