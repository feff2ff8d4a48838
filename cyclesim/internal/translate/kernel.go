package translate

import (
	"fmt"
	"slices"

	"culprit/cyclesim/internal/layout"
	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/schedule"
	"culprit/cyclesim/internal/word"
	"culprit/rtlgen/ir"
)

// Options choose what the compiler does. Tests turn parts of it off, and checks on.
type Options struct {
	// Observe makes all wires visible in the frames and leaves out the clock
	// edge: the code behind Peek and waveforms.
	Observe bool
	Passes  []word.Pass // optimisations
	// OneHotIndex replaces one-hot multiplexers by an index where possible.
	OneHotIndex bool
	// Inline compiles small single instances into the kernels around them.
	Inline bool
	// noChecks leaves out properties and verification-only state.
	noChecks bool
	// Groups is how copies that run side by side are grouped.
	Groups layout.Grouping
	// FewLanes leaves out lanes without a copy, if they are the last ones of each block.
	FewLanes bool
	// LeastGuarded is what skipping a part of code for lanes must save (word.Guard).
	LeastGuarded float64
	// FunctionOps and FunctionVectorOps bound the instructions of a function in WebAssembly:
	// the time that its compiler takes grows faster than the length of a function.
	FunctionOps, FunctionVectorOps int
	Sharing                        Sharing
	// Rest has groups whose state does not change skipped; Dozing says when little enough changes.
	Rest   bool
	Dozing DozeLimits
	// Without are the optional steps that are left out.
	Without map[string]bool
	// Check verifies programs after every step; Trace, if there is one, gets them, by the names of the steps.
	Check bool
	Trace func(k *Kernel, lanes int, step, text string)
}

// Standard is the options for all designs.
func Standard(cfg machine.Config) Options {
	return Options{
		Passes: word.Passes(), OneHotIndex: true, Inline: true, noChecks: cfg.NoChecks,
		Groups:       layout.Grouping{Sizes: []int{16, 8}, Joined: 16},
		LeastGuarded: word.LeastGuarded, Sharing: Sharing{Threads: cfg.Threads, leastGain: 1.2, Least: 16, Timed: true},
		FunctionOps: 1200, FunctionVectorOps: 1500,
		Dozing: DozeLimits{Restless: 8, Samples: 20, Cost: 0.5, Learning: 0.04},
	}
}

// Kernel is the code of one step of a module. The last step's kernel also checks
// the properties and makes the clock edge.
type Kernel struct {
	Module  *Module
	Step    schedule.Step
	raw     word.Program // as lowered, for inlining
	lean    word.Program // without what the module does not need, before optimisation; for unrolling
	Program word.Program
	Thread  int // that it is for, from 1 on; 0 if one thread does everything
	used    map[int]uint64
	marked  *word.Program
	role    string // what it does instead of another kernel; "" for most
}

// Marked is the program with checks for arbitrary values (word.MarkOpen).
func (k *Kernel) Marked() *word.Program {
	if k.marked == nil {
		p := k.Program
		word.MarkOpen(&p)
		k.marked = &p
	}
	return k.marked
}

// Used has a bit for each lane that has a copy, in some group of so many lanes. It is all lanes as
// long as nothing else is known.
func (k *Kernel) Used(lanes int) uint64 {
	if used, ok := k.used[lanes]; ok {
		return used
	}
	return word.FirstLanes(lanes)
}

// use notes that these lanes of a group have a copy, here and in what the kernel calls.
func (k *Kernel) use(lanes int, used uint64) {
	if used&^k.used[lanes] == 0 {
		return
	}
	if k.used == nil {
		k.used = map[int]uint64{}
	}
	k.used[lanes] |= used
	for i := range k.Program.Calls {
		c := &k.Program.Calls[i]
		if lanes == 1 {
			KernelOf(c).use(c.Lanes, c.Used)
			continue
		}
		for _, j := range k.Joins(c, lanes) {
			KernelOf(c).use(j.Count*lanes, joinedLanes(used, lanes, j))
		}
	}
}

// joinedLanes has a bit for each lane with a copy, where copies inside a group are joined.
func joinedLanes(used uint64, lanes int, j layout.Join) (all uint64) {
	for i := range j.Count {
		all |= used << (i * lanes)
	}
	return all
}

// Joins cuts the frames of a call, in a group of so many lanes, into parts whose lanes are joined.
func (k *Kernel) Joins(c *word.Callee, lanes int) []layout.Join {
	return k.Module.Layout.Groups().Joins(c.Count, lanes)
}

// InnerCall is a call of a kernel for groups of so many lanes at equal distances, in bytes of the
// caller's group.
type InnerCall struct {
	Key             KernelKey
	First, Distance int
	Count           int
}

// InnerCalls is what a call is in a group of so many lanes: one for each number of frames that are
// joined.
func (k *Kernel) InnerCalls(c *word.Callee, lanes int) (list []InnerCall) {
	size := int(c.Size) * lanes
	for _, j := range k.Joins(c, lanes) {
		key := KernelOf(c).For(j.Count * lanes)
		if n := len(list); n > 0 && list[n-1].Key == key {
			list[n-1].Count++
			continue
		}
		list = append(list, InnerCall{key, int(c.First)*lanes + j.First*size, j.Count * size, 1})
	}
	return list
}

// Frames lists the frames of a call in a lane.
func (k *Kernel) Frames(c *word.Callee, lane layout.Address) []layout.Address {
	return lane.Frames(c.First, c.Size, c.Count, k.Module.Layout.Groups())
}

// Name is the name of the module and the number of the step: fifo.1, or fifo#2.1 of a module
// that is called in a second way.
func (k *Kernel) Name() string {
	name := k.Module.Plan.Module.Name
	if k.Module.way > 1 {
		name += fmt.Sprintf("#%d", k.Module.way)
	}
	if len(k.Step.Items) == 0 && k.role != "" {
		return name + "." + k.role
	}
	if k.role != "" {
		return fmt.Sprintf("%s of %s, step %d", k.role, name,
			slices.IndexFunc(k.Module.Kernels, func(x *Kernel) bool { return x.Step.Last == k.Step.Last }))
	}
	if k.Thread > 0 {
		return fmt.Sprintf("%s.%d of thread %d", name,
			slices.IndexFunc(k.Module.Kernels, func(x *Kernel) bool { return x.Step.Last == k.Step.Last }), k.Thread)
	}
	return fmt.Sprintf("%s.%d", name, slices.Index(k.Module.Kernels, k))
}

// Function names code of the top that is no kernel.
func (m *Module) Function(name string) *Kernel { return &Kernel{Module: m, role: name} }

// Module is a module being compiled, for one way to call it.
type Module struct {
	Layout   *layout.Layout
	Plan     *schedule.Plan
	steps    []schedule.Step
	way      int  // number of the way to call it, from 1 on
	lanes    bool // all its instances run side by side with others
	children map[childKey]*Module
	Kernels  []*Kernel // one per step
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
	word.Builder
	module  *Module
	layout  *layout.Layout
	options Options
	lines   *lines

	known map[*ir.Node][]word.Ref
	parts map[partKey][]word.Ref
	sigs  map[*ir.Signal][]word.Ref   // wires and outputs settled here
	reads map[*ir.ReadPort][]word.Ref // asynchronous, settled here

	drivers map[*ir.Signal]*ir.Node // of wires that name an expression
	bounds  map[word.Ref]*bounded

	// While statements are executed.
	now     map[target][]word.Ref // what has been assigned so far
	changed []map[target][]word.Ref
	guards  []word.Ref // conditions of the branches around
	commits []commit
}

// compile makes the programs of all kernels of a module as others inline them. The
// kernels of its instances exist already.
func (m *Module) compile(o Options, of *lines) {
	values := drivers(m.Plan.Body)
	for _, step := range m.steps {
		k := &Kernel{Module: m, Step: step}
		l := &lowering{
			module: m, layout: m.Layout, options: o, lines: of, drivers: values,
			known: map[*ir.Node][]word.Ref{},
			parts: map[partKey][]word.Ref{},
			sigs:  map[*ir.Signal][]word.Ref{},
			reads: map[*ir.ReadPort][]word.Ref{}, bounds: map[word.Ref]*bounded{},
		}
		for _, it := range step.Items {
			if it.Task != nil {
				l.task(it.Task)
			} else {
				l.instance(it.Inst, it.Call)
			}
		}
		if step.Last && !o.Observe {
			if !o.noChecks {
				l.properties()
			}
			l.edge()
		}
		k.Program = l.P
		word.DeadCode(&k.Program)
		k.raw = k.Program
		m.Kernels = append(m.Kernels, k)
		o.Show(k, 0, loweringStep.Name, k.Program.String)
	}
	m.inline = o.Inline && !o.Observe && m.worthInlining()
}

// finish makes the programs of all kernels ready to be called: it removes from each
// what no later one needs, and optimises the rest. A module that is inlined
// everywhere needs none of this.
func (m *Module) finish(o Options) {
	if m.finished {
		return
	}
	m.finished = true
	read := map[uint64]bool{} // places that this kernel or a later one loads from
	note := func(p *word.Program) {
		for i := range p.Code {
			if in := &p.Code[i]; in.Op == word.Load && in.A == word.None {
				read[in.K] = true
			}
		}
	}
	for _, k := range slices.Backward(m.Kernels) {
		p := &k.Program
		behind := o.behind(k, 0)
		p.Optimise(word.FirstPasses(), behind)
		if !o.Observe {
			own := *p
			note(&own)
			p.Optimise(word.WirePasses(read), behind)
		}
		k.lean = *p
		p.Optimise(o.Passes, behind)
	}
}

func (k *lowering) task(t *schedule.Task) {
	switch {
	case t.Sig != nil:
		defer k.backTo(k.at(t.Sig.Pos))
		x := k.wire(t.Sig, t.Tree)
		k.sigs[t.Sig] = x
		k.storeSignal(t.Sig, x)
	case t.Read != nil:
		defer k.backTo(k.at(t.Read.Pos))
		// The word is copied: the memory itself changes at the edge.
		x := k.element(t.Mem.Name, k.layout.Mems[t.Mem], t.Read.Addr)
		k.reads[t.Read] = x
		k.store(k.layout.Read[t.Read], x, true)
	default:
		defer k.backTo(k.at(t.Inst.Pos))
		k.drive(k.layout.ChildOf(t.Inst), t.Conn)
	}
}

// instance runs one of the calls of an instance, for all of its copies.
func (k *lowering) instance(in *ir.Instance, number int) {
	defer k.backTo(k.at(in.Pos))
	c := k.layout.ChildOf(in)
	for _, g := range k.groups(c) {
		callee := k.module.children[childKey{in, k.module.lanes || g.Lanes > 1}]
		kernel := callee.Kernels[number]
		if callee.inline && in.Count == 1 {
			k.inline(kernel, c)
			k.module.inlined = max(k.module.inlined, callee.inlined+1)
			continue
		}
		callee.finish(k.options)
		switch {
		case k.options.Inline && g.Lanes == 1 && !k.module.lanes && kernel.tiny(g.Count):
			k.unroll(kernel, c, g)
		case len(kernel.Program.Code) > 0:
			k.call(word.Callee{Kernel: kernel, First: c.Frame(g.First), Count: g.Vectors(),
				Size: c.Layout.Size * uint32(g.Lanes), Lanes: g.Lanes, Used: g.Used()})
		}
	}
}

func (k *lowering) call(c word.Callee) {
	k.P.Calls = append(k.P.Calls, c)
	k.P.Add(word.Instr{Op: word.Call, A: word.None, B: word.None, C: word.None, K: uint64(len(k.P.Calls) - 1)})
}

// signal is the value of a signal in this cycle.
func (k *lowering) signal(s *ir.Signal) []word.Ref {
	if x, ok := k.sigs[s]; ok {
		return x
	}
	at, ok := k.layout.Sigs[s]
	if !ok {
		panic("BUG: signal " + s.Name + " is not of module " + k.layout.Module.Name)
	}
	return k.loadRange(at, 0, at.Width)
}

func (k *lowering) readPort(r *ir.ReadPort) []word.Ref {
	if x, ok := k.reads[r]; ok {
		return x
	}
	return k.load(k.layout.Read[r])
}

// element reads an array or memory of that name; beyond the end the value is open.
func (k *lowering) element(name string, s layout.Slot, index *ir.Node) []word.Ref {
	i := k.amount(index)
	if in := k.P.Code[i]; in.Op == word.Const && in.K < uint64(s.Depth) {
		s.At += uint32(in.K) * layout.BytesOf(s.Width)
		return k.load(s)
	}
	x := k.loadAt(s, k.scaled(k.below(i, s.Depth), s.Width))
	return k.openBeyond(x, i, s.Depth, s.Width, k.openPlace(name))
}

// openPlace is a place of the module whose value may be open.
func (k *lowering) openPlace(name string) uint64 {
	return machine.OpenPlace(k.layout.Module, name)
}

// openBeyond is x if the index is below the count, otherwise an arbitrary value,
// which differs from seed to seed: a circuit that depends on it is caught.
func (k *lowering) openBeyond(x []word.Ref, index word.Ref, count, width int, place uint64) []word.Ref {
	return k.ChooseWords(k.OpK(word.Lt, index, uint64(count)), x, k.arbitrary(width, place))
}

// scaled is the offset of an element from the start, in bytes.
func (k *lowering) scaled(index word.Ref, width int) word.Ref {
	n := layout.BytesOf(width)
	if shift, ok := layout.Log2(int(n)); ok {
		return k.Shl(index, shift)
	}
	return k.OpK(word.Mul, index, uint64(n))
}

func (k *lowering) load(s layout.Slot) []word.Ref { return k.loadAt(s, word.None) }

func (k *lowering) loadAt(s layout.Slot, offset word.Ref) []word.Ref {
	out := make([]word.Ref, machine.Words(s.Width))
	for i := range out {
		out[i] = k.P.Add(word.Instr{
			Op: word.Load, A: offset, B: word.None, C: word.None,
			K: uint64(s.Word(i)), Size: uint8(min(layout.BytesOf(s.Width), 8)),
			May: layout.TopMask(s.Width, i), State: s.State,
		})
	}
	return out
}

func (k *lowering) store(s layout.Slot, x []word.Ref, wire bool) {
	k.storeIf(s, x, word.None, word.None, wire)
}

func (k *lowering) storeIf(s layout.Slot, x []word.Ref, offset, cond word.Ref, wire bool) {
	for i, v := range x {
		k.P.Add(word.Instr{
			Op: word.Store, A: offset, B: v, C: cond,
			K: uint64(s.Word(i)), Size: uint8(min(layout.BytesOf(s.Width), 8)),
			State: s.State, Wire: wire,
		})
	}
}

func (k *lowering) properties() {
	for i, p := range k.layout.Module.Properties {
		o := word.Check
		if p.Kind == ir.Cover {
			o = word.Cover
		}
		k.P.Checks = append(k.P.Checks, word.Property{Count: k.layout.Prop[p], ID: k.layout.ID, Index: uint32(i)})
		before := k.at(p.Pos)
		k.P.Add(word.Instr{Op: o, A: k.bit(p.Cond), B: word.None, C: word.None, K: uint64(len(k.P.Checks) - 1)})
		k.backTo(before)
	}
}
